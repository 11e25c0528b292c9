/* test_00_refusals.c - every refusal, word for word: which rule forbids it, and who, where and how
 * many are named. */
#include "table.h"

#define ART2 "de.lah.art-2"

/* Asked for, not tried: the rule and the sentence. */
static void no_at(struct table *t, const char *side, const char *action, const char *want,
                  int line) {
  char got[400];
  ask(t, "{\"cmd\":\"why\",\"side\":\"%s\",\"action\":\"%s\"}", side, action);
  snprintf(got, sizeof got, "%s %s", text_of(t->last, "error.rule"),
           text_of(t->last, "error.text"));
  if (strcmp(got, want))
    fail_msg("line %d, '%s': %s", line, action, got);
}
#define no(t, side, action, want) no_at(t, side, action, want, __LINE__)

static void set_up(void **s) {
  (void)s;
  struct table *t =
      lay(BIG,
          REAL "\"phase\":\"setup.pocket\"," UNITS(U("de.lah.ag-11", "1735") "," U(
              "de.lah.ag-12", "1735") "," U("de.lah.ag-13", "1735") "," U("de.lah.pz4-7", "1735")),
          NULL);
  no(t, G, "pick de.lah.pz4-5", "3.1d That is not a unit to be set up now.");
  no(t, G, "put 1735", "3.1d Pick a unit first.");
  no(t, G, "again", "3.1f Every formation has room.");
  no(t, G, "done", "3.1c 1 unit is still to be set up.");
  act(t, G, "pick de.lah.ag-14");
  no(t, G, "put 2134", "3.1c 14./SS-PzGrenRgt 2 LAH sets up inside the pocket.");
  no(t, G, "put 1735", "6.1a 1735 is full: it holds 4 units already.");
  acts(t, G, "put 1736; historical");
  no(t, G, "historical", "3.1g The historical set-up is not possible, or stands already.");
  act(t, G, "done");
  no(t, G, "pick de.lah.ag-14", "3.1d That is not a unit to be set up now.");
  no(t, G, "done", "3.1d 107 units are still to be set up.");
  act(t, G, "pick de.lah.pz4-5");
  no(t, G, "put 1736", "3.1d 5./SS-PzRgt 1 LAH sets up inside the area of its division.");
  clear_away(t);
  t = lay(BIG, REAL "\"phase\":\"setup.soviet\"," UNITS(U("de.lah.ag-11", "1735")), NULL);
  no(t, R, "pick de.lah.ag-11", "3.1e That is not a unit to be set up now.");
  act(t, R, "pick ru.29tc.t4r-25");
  no(t, R, "put 1736", "3.1e 1736 is inside a German set-up area.");
  no(t, R, "put 1737", "3.1e 1737 is less than three hexes from a German unit.");
  act(t, R, "put 1738");
  no(t, R, "again", "3.1f Every formation has room.");
  acts(t, R, "pick ru.29tc.mr-25; put 1739; pick ru.29tc.mr-31");
  no(t, R, "put 1739", "6.1a 1739 is full: it holds 2 units already.");
  no(t, R, "put 1741", "3.1f 1741 is not connected with the hexes of the formation.");
  act(t, R, "put 1740");
  no(t, R, "pick ru.29tc.mr-25", "3.1f Without Rifle/25 TBde 29TC its formation would fall apart.");
  no(t, R, "done", "3.1e 78 units are still to be set up.");
  clear_away(t);
  t = lay(
      BIG,
      "\"map\":\"plain:1x12\",\"phase\":\"setup.soviet\"," UNITS(U("de.lah.ag-11", "0104") "," U(
          "ru.29tc.t4r-25", "0101") "," U("ru.29tc.t70-25", "0101")),
      NULL);
  no(t, R, "pick ru.29tc.mr-25",
     "3.1f The formation of Rifle/25 TBde 29TC has no room left beside it.");
  clear_away(t);
}

static void acting(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") UNITS(
          GUNS(ART1) "," U(PZ4, "1010") "," U(PZ4B, "0505") "," UM(PGB, "0101", "suppressed") "," U(
              PG, "0303") "," STATIC("x", "1515", "s1") "," U(MR, "0119") IDLE_G),
      "");
  no(t, G, "choose x", "2.10a x is static infantry and takes no actions.");
  no(t, G, "choose " MR,
     "4.1f Rifle/25 TBde 29TC does not belong to the formation whose impulse it is.");
  no(t, G, "choose " ART2, "13.3c LAH artillery 2 is out of the game.");
  no(t, G, "choose " ART1, "13.3a No unit of the division sees a target for LAH artillery 1.");
  no(t, G, "choose " TIG, "4.1f 13./SS-PzRgt 1 LAH is not on the map.");
  no(t, G, "step " PZ4 " 1011", "4.1f Choose a unit first.");
  no(t, G, "fire " PZ4 " " MR, "4.1f Choose a unit first.");
  no(t, G, "crossfire " MR,
     "10.3a No crossfire on Rifle/25 TBde 29TC: two or more kill zone units must fire from "
     "opposite hexsides, or three with gaps.");
  acts(t, G, "choose " PZ4B "; stop " PZ4B);
  no(t, G, "choose " PZ4B, "4.1f 6./SS-PzRgt 1 LAH has had its action in this impulse.");
  act(t, G, "choose " PGB);
  no(t, G, "step " PGB " 0102", "4.2a 2./SS-PzGrenRgt 1 LAH is suppressed and does not move.");
  no(t, G, "fire " PGB " " MR,
     "9.8a 2./SS-PzGrenRgt 1 LAH is suppressed: it can only try to recover.");
  no(t, G, "face " PGB " 0101/0102",
     "9.8a 2./SS-PzGrenRgt 1 LAH is suppressed and cannot make a kill zone.");
  act(t, G, "stop " PGB);
  act(t, G, "choose " PZ4);
  no(t, G, "step " PZ4B " 0506", "6.2 5./SS-PzRgt 1 LAH must finish its action first.");
  no(t, G, "outward " PZ4B " 3", "6.2 5./SS-PzRgt 1 LAH must finish its action first.");
  no(t, G, "choose " PG, "6.2 5./SS-PzRgt 1 LAH must finish its action first.");
  no(t, G, "choose " PZ4, "6.2 5./SS-PzRgt 1 LAH must finish its action first.");
  no(t, G, "step " PZ4 " 1013",
     "8.1 5./SS-PzRgt 1 LAH moves hex by hex: on the way to 1013 1011 comes first.");
  no(t, G, "step " PZ4 " 1010", "8.1 5./SS-PzRgt 1 LAH is in 1010 already.");
  no(t, G, "step " PZ4 " 2020",
     "8.3g 2020 is out of reach: the way there costs 15 movement points, and 5./SS-PzRgt 1 LAH has "
     "10 left.");
  no(t, G, "recover " PZ4, "4.2e 5./SS-PzRgt 1 LAH is not suppressed.");
  no(t, G, "face " PZ4 " 0505/0506", "10.2a A kill zone faces a hexside of the unit's own hex.");
  no(t, G, "face " PZ4 " 1009/1010", "10.2a Name the hexside from the unit outwards: 1010/1009.");
  no(t, G, "outward " PZ4 " 0", "10.2a A kill zone faces a hexside of the unit's own hex.");
  act(t, G, "step " PZ4 " 1011");
  no(t, G, "quick " PZ4 " " MR,
     "4.2c 5./SS-PzRgt 1 LAH has begun its action and cannot fire first.");
  no(t, G, "face " PZ4 " 1011/1012", "4.2d 5./SS-PzRgt 1 LAH has begun another action.");
  act(t, G, "stop " PZ4);
  act(t, G, "choose " PG);
  no(t, G, "quick " PG " " MR,
     "4.2c 1./SS-PzGrenRgt 1 LAH is not vehicular: it moves or fires, not both.");
  act(t, G, "step " PG " 0304");
  no(t, G, "fire " PG " " MR,
     "4.2c 1./SS-PzGrenRgt 1 LAH is not vehicular: it moves or fires, not both.");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("29TC") UNITS(UM(MR, "1010", "suppressed") "," UM(
              T4R, "1212", "suppressed") "," U(PZ4, "1212") IDLE_R),
          "");
  no(t, R, "choose " MR, "9.8a Rifle/25 TBde 29TC is suppressed and can do nothing.");
  clear_away(t);
  t = lay(GAME,
          "\"map\":\"plain:1x2\"," IMPULSE("LAH")
              UNITS(U(PZ4, "0101") "," U(MR, "0101") "," U(T4R, "0102")),
          "");
  no(t, G, "choose " PZ4,
     "11.3d 5./SS-PzRgt 1 LAH is in close combat and can only move out, but there is nowhere to "
     "go.");
  clear_away(t);
}

static void moving(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") GROUND(SIDE("1010", "1011", "river.major") "," HEX("0911", "woods"))
          UNITS("{\"name\":\"x\",\"side\":\"german\",\"kind\":\"PG\",\"formation\":\"LAH\",\"hex\":"
                "\"0202\",\"factors\":{\"mf\":0}}," U(PZ4, "1010") "," U(STG, "1512") "," UM(
                    PGB, "0505", "suppressed") "," U(MR, "1110") "," STATIC("y", "1510",
                                                                            "s1") "," U(T4R, "1215")
                    IDLE_G),
      "3 3 3");
  act(t, G, "choose x");
  no(t, G, "step x 0203", "2.10a x LAH never moves.");
  act(t, G, "stop x");
  acts(t, G, "choose " STG "; quick " STG " y");
  no(t, G, "fire " STG " y", "4.2c 1./StuG-Abt 1 LAH has fired already.");
  no(t, G, "step " STG " 1510",
     "8.3i 1510 was emptied by losses and is closed to this formation for the impulse.");
  acts(t, G, "step " STG " 1511");
  no(t, G, "step " STG " 1510",
     "8.3i 1510 was emptied by losses and is closed to this formation for the impulse.");
  act(t, G, "stop " STG);
  act(t, G, "choose " PZ4);
  no(t, G, "step " PZ4 " 1011", "8.3f The Psel cannot be crossed into 1011 without a bridge.");
  no(t, G, "step " PZ4 " 1110",
     "4.2f There is an enemy in 1110: enemy hexes are entered after all actions, as close combat.");
  acts(t, G,
       "step " PZ4 " 1009; step " PZ4 " 1010; step " PZ4 " 1009; step " PZ4 " 1010; step " PZ4
       " 0910");
  no(t, G, "fire " PZ4 " " T4R, "5e I/25 TBde 29TC is beyond the visibility of 5 hexes.");
  act(t, G, "step " PZ4 " 0909");
  no(t, G, "fire " PZ4 " " T4R,
     "4.2c 5./SS-PzRgt 1 LAH has spent more than half its movement and cannot fire.");
  acts(t, G, "step " PZ4 " 0910; step " PZ4 " 0909; step " PZ4 " 0910");
  no(t, G, "step " PZ4 " 0911",
     "8.3g 5./SS-PzRgt 1 LAH does not have enough movement points for 0911.");
  act(t, G, "stop " PZ4);
  acts(t, G, "choose " PGB "; recover " PGB "; step " PGB " 0506");
  no(t, G, "fire " PGB " " MR,
     "4.2e 2./SS-PzGrenRgt 1 LAH has moved after recovering and cannot fire as well.");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(PZ4B, "1010") "," U(PG, "1010") "," U(
              PGB, "1010") "," U(STG, "1011")),
          "");
  acts(t, G, "choose " STG "; step " STG " 1010; stop " STG);
  no(t, G, "end",
     "6.1b 1./SS-PzGrenRgt 1 LAH stands in an overstacked hex and can still leave it.");
  clear_away(t);
}

static void firing(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE_V("LAH", "4") GROUND(HEX("1012", "woods") "," SIDE("1010", "1009", "berm"))
          UNITS(U(PZ4, "1010") "," U(PG, "1010") "," KZ(TIG, "1515", "0") "," U(T4R, "1014") "," U(
              T4RB,
              "1006") "," U(SAC, "1009") "," U("ru.29tc.t70-25",
                                               "1513") "," U("ru.29tc.su-1446",
                                                             "0808") "," U(MR, "0707") "," U(PGB,
                                                                                             "0707")
                    IDLE_G),
      "");
  act(t, G, "choose " PZ4);
  no(t, G, "fire " PZ4 " " T4R,
     "9.3a I/25 TBde 29TC is too far for the gun of 5./SS-PzRgt 1 LAH against its armour.");
  no(t, G, "fire " PZ4 " " SAC,
     "9.3c 5./SS-PzRgt 1 LAH has no line of sight to 38 AC Bn 29TC: it is blocked at 1009.");
  no(t, G, "fire " PZ4 " ru.29tc.t70-25",
     "5e II/25 TBde 29TC is beyond the visibility of 4 hexes.");
  no(t, G, "fire " PZ4 " " PG, "9.1a An attack is made by a unit on the map at one enemy unit.");
  no(t, G, "fire " PZ4 " " MR,
     "11.3c Rifle/25 TBde 29TC is in close combat, and no unit may fire into it.");
  act(t, G, "stop " PZ4);
  act(t, G, "choose " PG);
  no(t, G, "fire " PG " " SAC,
     "9.2c The gun of 1./SS-PzGrenRgt 1 LAH is in parentheses: it fires at vehicles in close "
     "combat only.");
  no(t, G, "fire " PG " " MR,
     "11.3c Rifle/25 TBde 29TC is in close combat, and no unit may fire into it.");
  act(t, G, "stop " PG);
  act(t, G, "choose " TIG);
  no(t, G, "fire " TIG " ru.29tc.t70-25",
     "10.2a II/25 TBde 29TC is outside the front of 13./SS-PzRgt 1 LAH's kill zone.");
  act(t, G, "stop " TIG);
  act(t, G, "choose " PGB);
  no(t, G, "fire " PGB " ru.29tc.su-1446",
     "11.3c 2./SS-PzGrenRgt 1 LAH is in close combat and cannot fire out of its hex.");
  no(t, G, "fire " PGB " " MR,
     "11.3d 2./SS-PzGrenRgt 1 LAH and Rifle/25 TBde 29TC are in close combat and fight after the "
     "actions.");
  no(t, G, "face " PGB " 0707/0708",
     "11.3d 2./SS-PzGrenRgt 1 LAH is in close combat and can only move out.");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("29TC") GROUND(HEX("1009", "woods"))
              UNITS(U(SAC, "1010") "," U("ru.29tc.t70-25", "1010") "," U(MR, "1212") "," U(
                  PZ4, "1011") "," U(PG, "1215") "," U(PGB, "1007") IDLE_R),
          "");
  act(t, R, "choose " SAC);
  no(t, R, "fire " SAC " " PZ4, "9.2b 38 AC Bn 29TC has no gun and never fires at vehicles.");
  no(t, R, "face " SAC " 1010/1009",
     "10.1a 38 AC Bn 29TC has an enemy adjacent and cannot make a kill zone.");
  act(t, R, "stop " SAC);
  act(t, R, "choose ru.29tc.t70-25");
  no(t, R, "fire ru.29tc.t70-25 " PGB,
     "9.3b 2./SS-PzGrenRgt 1 LAH is out of the range of II/25 TBde 29TC.");
  act(t, R, "stop ru.29tc.t70-25");
  act(t, R, "choose " MR);
  no(t, R, "fire " MR " " PZ4,
     "9.2c The gun of Rifle/25 TBde 29TC is in parentheses: it fires at vehicles in close combat "
     "only.");
  no(t, R, "fire " MR " " PG,
     "9.3b 1./SS-PzGrenRgt 1 LAH is out of the range of Rifle/25 TBde 29TC.");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(U(PZ4, "1010") "," U(T4R, "1012") "," U("ru.29tc.t70-25", "1310") IDLE_G),
          "");
  act(t, G, "choose " PZ4);
  no(t, G, "fire " PZ4 " " MR, "9.1a An attack is made by a unit on the map at one enemy unit.");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("29TC") UNITS(KZ(PZ4, "1010", "0") "," U("ru.29tc.t70-25", "1013") IDLE_R),
          "");
  act(t, R, "choose ru.29tc.t70-25");
  no(t, R, "fire ru.29tc.t70-25 " PZ4,
     "9.3a 5./SS-PzRgt 1 LAH is too far for the gun of II/25 TBde 29TC against its armour.");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(KZ(PZ4, "1010", "0") "," U(PG, "0404") "," U(MR, "1515") IDLE_G),
          "");
  act(t, G, "choose " PZ4);
  no(t, G, "face " PZ4 " 1010/1011",
     "10.1b The kill zone of 5./SS-PzRgt 1 LAH faces that way already.");
  clear_away(t);
}

static void reacting(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") GROUND(SIDE("1010", "1110", "berm"))
          UNITS(GUNS(ART1) "," U(PZ4, "1111") "," U(T4R, "1109") "," U(T4RB, "1010") "," U(
              MR, "1109") "," UM("ru.29tc.t70-25", "1210",
                                 "suppressed") "," STATIC("x", "1211",
                                                          "s6") "," KZ("ru.29tc.t4r-32-1", "1010",
                                                                       "0") "," U(SAC, "1515")
                    IDLE_G),
      "6");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1110");
  no(t, R, "fire " T4RB " " PZ4,
     "7.1c 5./SS-PzRgt 1 LAH is not in the zone of control of I/31 TBde 29TC.");
  no(t, R, "fire " MR " " PZ4,
     "7.2f The gun of Rifle/25 TBde 29TC is in parentheses: it fires at vehicles in close combat "
     "only.");
  no(t, R, "fire ru.29tc.t70-25 " PZ4, "7.2f II/25 TBde 29TC is suppressed and does not fire.");
  no(t, R, "fire x " PZ4, "7.2f x is static infantry and fires in close combat only.");
  no(t, R, "fire " SAC " " PZ4,
     "7.1a 5./SS-PzRgt 1 LAH is not in the zone of control of 38 AC Bn 29TC.");
  no(t, R, "fire " PZ4 " " PZ4, "7.2a 5./SS-PzRgt 1 LAH cannot fire on this occasion.");
  no(t, R, "fire " T4R " " T4RB, "9.1a Only 5./SS-PzRgt 1 LAH can be fired at now.");
  no(t, R, "crossfire " PZ4,
     "10.3a No crossfire here: two or more kill zone units must fire from opposite hexsides, or "
     "three with gaps.");
  acts(t, R, "fire " T4R " " PZ4);
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1111") "," U(T4R, "1109") "," U(T4RB, "1109") "," KZ(
              "ru.29tc.t4r-32-1", "1010", "0") "," KZ("ru.29tc.t4r-32-2", "1010",
                                                      "3") "," U("ru.29tc.sac-38", "1211") IDLE_G),
          "6");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1110");
  act(t, R, "fire " T4R " " PZ4);
  no(t, R, "fire " T4R " " PZ4, "7.2c I/25 TBde 29TC has fired on this occasion.");
  no(t, R, "fire " SAC " " PZ4, "7.2f 38 AC Bn 29TC has no gun and never fires at vehicles.");
  no(t, R, "fire ru.29tc.t4r-32-2 " PZ4,
     "10.2b 5./SS-PzRgt 1 LAH is outside the front of II/32 TBde 29TC's kill zone.");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PG, "1111") "," U(
              "ru.29tc.at-108",
              "1109") ","
                      "{\"name\":\"y\",\"side\":\"soviet\",\"kind\":\"SU\",\"formation\":\"29TC\","
                      "\"hex\":\"1109\",\"factors\":{\"r\":\"0\"}}" IDLE_G),
          "");
  acts(t, G, "choose " PG "; step " PG " 1110");
  no(t, R, "fire y " PG, "7.2f 1./SS-PzGrenRgt 1 LAH is out of the range of y 29TC.");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(MR, "1010") "," U(T4R, "1011") IDLE_G),
          "");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1009");
  no(t, R, "fire " T4R " " PZ4,
     "7.2g Only units in the close combat hex fire at one that leaves it.");
  clear_away(t);
}

static void kill_zones(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") UNITS(KZ(PZ4, "1012", "3") "," KZ(PZ4B, "1008", "0") "," KZ(
          STG, "0811", "4") "," KZ(TIG, "0202", "0") "," U(PG, "0909") "," U(T34, "1010") IDLE_G),
      "");
  act(t, G, "crossfire " T34);
  no(t, G, "commit",
     "10.3a The fire of these units does not come in from opposite hexsides, nor from three with "
     "gaps between.");
  no(t, G, "add " PG,
     "10.3b 1./SS-PzGrenRgt 1 LAH is not under a kill zone, and only such units take part in a "
     "crossfire.");
  no(t, G, "add " TIG, "10.3a 13./SS-PzRgt 1 LAH cannot fire at the target in this crossfire.");
  acts(t, G, "add " PZ4 "; add " STG);
  no(t, G, "commit",
     "10.3a The fire of these units does not come in from opposite hexsides, nor from three with "
     "gaps between.");
  no(t, G, "add " PZ4, "10.3a 5./SS-PzRgt 1 LAH cannot fire at the target in this crossfire.");
  no(t, G, "add " T34, "10.3a I/26 TBde 2TC cannot fire at the target in this crossfire.");
  clear_away(t);
}

static void close_combat(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") GROUND(SIDE("0505", "0506", "river.major"))
          UNITS(JOIN(U(PZ4, "1010"), U(PZ4B, "1010"), UM(PG, "1010", "suppressed"), U(STG, "1009"),
                     U(TIG, "0505"), U(MR, "0506"), U(T34, "1011"), U(PGB, "1515"), U(T4RB, "1515"),
                     U(MRB, "1516"), U(SAC, "1212"), U(PIO, "1212")) IDLE_G),
      "6 6 6 6 6");
  acts(t, G, "choose " PZ4B "; fire " PZ4B " " T34);
  act(t, G, "end");
  no(t, G, "enter " T34 " 1010", "11.1a Only units of the active formation enter close combat.");
  no(t, G, "enter " AG " 1011", "11.1a Only units of the active formation enter close combat.");
  no(t, G, "enter " PZ4B " 1011",
     "4.2c 6./SS-PzRgt 1 LAH has fired and cannot enter close combat in this impulse.");
  no(t, G, "enter " PG " 1011",
     "9.8a 1./SS-PzGrenRgt 1 LAH is suppressed and cannot enter close combat.");
  no(t, G, "enter " STG " 1011", "11.1a 1011 is not an adjacent hex with an enemy in it.");
  no(t, G, "enter " PZ4 " 1110", "11.1a 1110 is not an adjacent hex with an enemy in it.");
  no(t, G, "enter " TIG " 0506", "8.3f The Psel cannot be crossed into 0506 without a bridge.");
  no(t, G, "enter " PGB " 1516",
     "11.1b 2./SS-PzGrenRgt 1 LAH is in a close combat and cannot enter another.");
  no(t, G, "resolve 1011", "11.1b All close combats are declared before any is resolved.");
  no(t, G, "step " PZ4 " 0909", "4.1f The actions of this impulse are over.");
  no(t, G, "choose " PZ4, "4.1f The actions of this impulse are over.");
  no(t, G, "fire " PZ4 " " T34, "4.1f The actions of this impulse are over.");
  act(t, G, "enter " PZ4 " 1011");
  no(t, G, "enter " PZ4 " 1011", "11.1b 5./SS-PzRgt 1 LAH is declared to enter 1011 already.");
  act(t, G, "fight");
  no(t, G, "resolve 1010", "11.1b There is no close combat to resolve in 1010.");
  act(t, G, "resolve 1515");
  no(t, G, "fire " PZ4 " " T34, "11.3a 5./SS-PzRgt 1 LAH does not fight in 1515.");
  no(t, G, "fire " PGB " " T34,
     "11.3c 2./SS-PzGrenRgt 1 LAH and I/26 TBde 2TC are not in the same close combat.");
  acts(t, G, "pass");
  act(t, R, "pass");
  act(t, G, "resolve 1011");
  no(t, R, "fire " SAC " " PZ4, "11.2a Only defenders of the hex make entry fire.");
  no(t, R, "fire " MR " " PZ4, "11.2a Only defenders of the hex make entry fire.");
  act(t, R, "pass");
  act(t, G, "fire " PZ4 " " T34);
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("29TC") UNITS(
              U(T4R, "1010") "," U(T4RB, "1010") "," U(MR, "0911") "," U(PG, "1011") "," STATIC(
                  "x", "1012", "s4") "," U("ru.18tc.t4r-110",
                                           "1515") "," U(PGB, "1515") "," U(MRB, "1516") IDLE_R),
          "");
  acts(t, R, "end; enter " T4R " 1011; enter " T4RB " 1011");
  no(t, R, "enter x 1011", "2.10a x is static infantry and never enters.");
  no(t, R, "enter " MR " 1011", "6.1a No more units may enter 1011.");
  no(t, R, "enter " MRB " 1515", "6.1a There are units of another formation in 1515.");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1011") "," U(PZ4B, "1011") "," U(PG, "1011") "," U(
              MR, "1011") "," U(SAC, "1011") IDLE_G),
          "6 6");
  act(t, G, "end");
  no(t, G, "fire " PZ4 " " MR, "11.4a First say which units the infantry supports.");
  no(t, G, "support " PG,
     "11.4a That is not a support unit of yours in this close combat that still needs infantry.");
  act(t, G, "support " PZ4);
  act(t, G, "fire " PZ4 " " SAC);
  no(t, G, "fire " PZ4 " " MR, "11.4b 5./SS-PzRgt 1 LAH has fired in this round.");
  no(t, G, "fire " MR " " PZ4, "11.3a Rifle/25 TBde 29TC does not fight in 1011.");
  no(t, G, "fire " STG " " MR, "11.3a 1./StuG-Abt 1 LAH does not fight in 1011.");
  act(t, G, "pass");
  no(t, R, "fire " SAC " " PZ4, "9.2b 38 AC Bn 29TC has no gun and never fires at vehicles.");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("29TC") UNITS(U(T4R, "1010") "," KZ(PZ4, "1011", "0") "," KZ(
              PZ4B, "1011", "3") "," UM(PG, "1011", "suppressed") "," U(PGB, "1011") IDLE_R),
          "6 6 6 6");
  acts(t, R, "end; enter " T4R " 1011; fight");
  no(t, G, "fire " PZ4 " " T4R,
     "11.2b I/25 TBde 29TC is outside the front of 5./SS-PzRgt 1 LAH's kill zone.");
  no(t, G, "fire " PG " " T4R, "9.1d 1./SS-PzGrenRgt 1 LAH is suppressed and does not fire.");
  no(t, G, "fire " PGB " " T4R,
     "11.2b The gun of 2./SS-PzGrenRgt 1 LAH is in parentheses: it fires at vehicles in close "
     "combat only.");
  no(t, G, "fire " TIG " " T4R, "9.1a An attack is made by a unit on the map at one enemy unit.");
  act(t, G, "fire " PZ4B " " T4R);
  act(t, R, "pass");
  no(t, G, "fire " PZ4 " " T4R,
     "10.2c 5./SS-PzRgt 1 LAH was entered from behind its kill zone and misses the first round.");
  clear_away(t);
}

static void artillery_and_aircraft(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN "\"phase\":\"bombardment\",\"turn\":1," UNITS(U(PG, "1010") "," U(PGB, "0101") "," U(
          PZ4, "1012") "," U(MR, "1014") "," U(AG, "1414") "," U(T4R, "1414")),
      NULL);
  no(t, R, "choose " MR, "4.1a This is the bombardment phase: units act in the action phase.");
  no(t, R, "lay " MR, "13.2a Rifle/25 TBde 29TC is not a German unit on the map.");
  no(t, R, "lay " TIG, "13.2a 13./SS-PzRgt 1 LAH is not a German unit on the map.");
  no(t, R, "lay " AG,
     "11.3c 11./SS-PzGrenRgt 2 LAH is in close combat, where artillery does not fire.");
  no(t, R, "lay " PGB, "13.2a No unsuppressed Soviet unit sees 2./SS-PzGrenRgt 1 LAH.");
  acts(t, R, "lay " PG "; lay " PG "; lay " PZ4 "; lay " PZ4);
  no(t, R, "lay " PG, "13.2a All artillery counters are laid.");
  act(t, R, "done");
  no(t, R, "lay " PG, "13.2a All counters are laid before any is resolved.");
  no(t, R, "shell " PGB, "13.2a No artillery is laid on 2./SS-PzGrenRgt 1 LAH.");
  clear_away(t);
  t = lay(GAME,
          PLAIN
          "\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"LAH\",\"artillery\":2}," UNITS(
              U(PG, "1010") "," U(PGB, "0101") "," U(MR, "1012")),
          "=ART");
  no(t, R, "pass", "4.1d The drawn artillery must attack an observed unit.");
  no(t, R, "done", "4.1d The drawn artillery must attack an observed unit.");
  no(t, R, "target " PGB, "13.2a No unsuppressed Soviet unit sees 2./SS-PzGrenRgt 1 LAH.");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(GUNS(ART1) "," GUNS(ART2) "," U(PG, "1010") "," U(
              MR, "1012") "," U(T4R, "1919") "," U(PGB, "1212") "," U(T4RB, "1212")),
          "6 6");
  act(t, G, "choose " ART1);
  no(t, G, "fire " ART2 " " MR, "6.2 LAH artillery 1 must fire first.");
  no(t, G, "fire " ART1 " " PG, "13.3a 1./SS-PzGrenRgt 1 LAH is not a Soviet unit on the map.");
  no(t, G, "fire " ART1 " " SAC, "13.3a 38 AC Bn 29TC is not a Soviet unit on the map.");
  no(t, G, "fire " ART1 " " T4R, "13.3a No unit of the division sees I/25 TBde 29TC.");
  no(t, G, "fire " ART1 " " T4RB,
     "11.3c I/31 TBde 29TC is in close combat, where artillery does not fire.");
  act(t, G, "fire " ART1 " " MR);
  no(t, G, "choose " ART1, "13.3a LAH artillery 1 has fired in this impulse.");
  clear_away(t);
  t = lay(GAME,
          PLAIN
          "\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"LAH\",\"artillery\":0}," UNITS(
              U(PG, "0505") "," U(MR, "1010") "," U(MRB, "1515")),
          "=AIR 6 5");
  no(t, G, "put 1010", "12.1c Choose the type of aircraft first.");
  no(t, G, "mission il2", "12.1c That is not an aircraft type of yours to choose.");
  no(t, G, "bomb 1010 ju87", "12.1c All aircraft are placed before any strikes.");
  act(t, G, "mission ju87");
  no(t, G, "put 0505", "12.1b Aircraft are put on enemy units.");
  acts(t, G, "put 1010; mission fw190; put 1010; mission hs129");
  no(t, G, "put 1010", "12.1b There are two aircraft on 1010 already.");
  act(t, G, "put 1515");
  no(t, G, "bomb 1515 ju87", "12.2a There is no such aircraft waiting to strike.");
  clear_away(t);
  t = lay(GAME,
          PLAIN
          "\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"LAH\",\"artillery\":0}," UNITS(
              U(PG, "0505") "," U(MR, "1010")),
          "=AIR 6 6");
  no(t, R, "mission il2", "12.1c That is not an aircraft type of yours to choose.");
  clear_away(t);
}

/* Natural mistakes: another part of the turn, or an end before its beginning. Each is told what is
 * being decided. */
static void not_now(void **s) {
  (void)s;
  struct table *t =
      lay(BIG, REAL "\"phase\":\"setup.pocket\"," UNITS(U("de.lah.pz4-7", "1735")), NULL);
  no(t, G, "choose " PZ4, "3.1d This is the set-up: pick a unit, or say that it is complete.");
  act(t, G, "pick de.lah.ag-11");
  no(t, G, "done", "3.1d First put the unit that was picked on the map.");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(JOIN(GUNS(ART1), U(PZ4, "1010"), U(MR, "1012"), U(PG, "1515"))),
          "");
  no(t, G, "stop " PZ4, "4.1f No unit is acting: choose one first.");
  no(t, G, "pass", "4.1f This is an impulse: choose a unit to act, or end the actions.");
  no(t, G, "done", "4.1f This is an impulse: choose a unit to act, or end the actions.");
  act(t, G, "choose " PZ4);
  no(t, G, "end", "6.2 5./SS-PzRgt 1 LAH must finish its action first.");
  no(t, G, "done", "4.2a A unit is acting: it moves, fires, makes a kill zone, or stops.");
  acts(t, G, "stop " PZ4 "; choose " ART1);
  no(t, G, "end", "13.3a The artillery that was chosen needs a target first.");
  clear_away(t);
  t = lay(GAME,
          PLAIN "\"phase\":\"bombardment\",\"turn\":1," UNITS(JOIN(U(PG, "1010"), U(MR, "1012"))),
          NULL);
  no(t, R, "end", "13.2a This is the bombardment: lay artillery on German units, or fire it.");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(set_up),
      cmocka_unit_test(acting),
      cmocka_unit_test(moving),
      cmocka_unit_test(firing),
      cmocka_unit_test(reacting),
      cmocka_unit_test(kill_zones),
      cmocka_unit_test(close_combat),
      cmocka_unit_test(not_now),
      cmocka_unit_test(artillery_and_aircraft),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
