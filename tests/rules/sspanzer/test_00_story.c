/* test_00_story.c - what the log says, word for word: the right units, hexes, costs, dice and
 * numbers, in the right order. Each story is one small position; a line of it is one event. */
#include "table.h"

/* The events of the last act (or of everything so far), one a line; behind @ the hexes it names to
 * a client. */
static void story_at(struct table *t, const char *want, int line) {
  static char got[8000];
  const cJSON *e, *h;
  int n = 0;
  got[0] = 0;
  cJSON_ArrayForEach(e, field(t->last, "events")) {
    n += snprintf(got + n, sizeof got - (size_t)n, "%s %s", text_of(e, "rule"), text_of(e, "text"));
    cJSON_ArrayForEach(h, field(e, "at")) n +=
        snprintf(got + n, sizeof got - (size_t)n, "%s%s", h->prev && h->prev->next ? " " : " @",
                 h->valuestring);
    n += snprintf(got + n, sizeof got - (size_t)n, "\n");
  }
  if (strcmp(got, want))
    fail_msg("line %d, it says:\n%swanted:\n%s", line, got, want);
}
#define story(t, want) story_at(t, want, __LINE__)
static void so_far(struct table *t) {
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
}

static void set_up(void **s) {
  (void)s;
  struct table *t =
      lay(BIG, REAL "\"phase\":\"setup.pocket\"," UNITS(U("de.lah.pz4-7", "1735")), NULL);
  act(t, G, "pick de.lah.ag-11");
  story(t, "");
  act(t, G, "put 1736");
  story(t, "3.1c 11./SS-PzGrenRgt 2 LAH sets up in 1736. @1736\n");
  act(t, G, "pick de.lah.pz4-7");
  story(t, "3.1g 7./SS-PzRgt 1 LAH is taken up from 1735. @1735\n");
  acts(t, G, "put 1835; historical");
  story(t, "3.1g The German side takes the historical set-up.\n");
  act(t, G, "done");
  story(t, "3.1c The German set-up is complete.\n");
  act(t, G, "pick de.lah.pz4-5");
  act(t, G, "put 2134");
  story(t, "3.1d 5./SS-PzRgt 1 LAH sets up in 2134. @2134\n");
  act(t, G, "historical");
  act(t, G, "done");
  story(t, "3.1d The German set-up is complete.\n");
  act(t, R, "pick ru.29tc.t4r-25");
  act(t, R, "put 1441");
  story(t, "3.1f I/25 TBde 29TC sets up in 1441. @1441\n");
  act(t, R, "historical");
  story(t, "3.1g The Soviet side takes the historical set-up.\n");
  clear_away(t);
  t = lay(BIG, NULL, NULL);
  so_far(t);
  story(t, "3.1a Turn 1, visibility 5.\n"
           "3.1b 75 static units are set up, untried.\n");
  clear_away(t);
}

static void bombardment(void **s) {
  (void)s;
  /* the 1 of danger close, then the target, then the friend; a dead target wastes its counter */
  struct table *t =
      lay(GAME,
          PLAIN "\"phase\":\"bombardment\",\"turn\":1," UNITS(
              U("de.lah.rec-2", "1010") "," U(PG, "0505") "," U(MR, "1011") "," U(MRB, "0507")),
          "1 1 1 5 2 6 3 =LAH");
  so_far(t);
  story(t, "4.1a Turn 1 begins with the Soviet bombardment phase.\n");
  act(t, R, "lay de.lah.rec-2");
  story(t, "13.2a Artillery is laid on 2./Aufkl-Abt 1 LAH in 1010. @1010\n");
  acts(t, R, "lay " PG "; lay de.lah.rec-2; done");
  act(t, R, "shell de.lah.rec-2");
  story(t,
        "13.2a Artillery at 2./Aufkl-Abt 1 LAH: 2 dice, hits on 1-3: rolled 1 1, 2 hits. @1010\n"
        "9.7a 2./Aufkl-Abt 1 LAH loses 1 step and has 0 left. @1010\n"
        "2.9a 2./Aufkl-Abt 1 LAH is eliminated. @1010\n"
        "13.4 Danger close: Rifle/25 TBde 29TC is attacked by its own artillery as well. @1011\n"
        "13.4 Artillery at Rifle/25 TBde 29TC: 2 dice, hits on 1-3: rolled 5 2, 1 hit. @1011\n"
        "9.7a Rifle/25 TBde 29TC is suppressed. @1011\n"
        "13.2a Soviet artillery has no target.\n"
        "13.2a Artillery at 1./SS-PzGrenRgt 1 LAH: 2 dice, hits on 1-3: rolled 6 3, 1 hit. @0505\n"
        "9.7a 1./SS-PzGrenRgt 1 LAH is suppressed. @0505\n"
        "4.1c 7 pieces go into the cup.\n"
        "13.2b 4 artillery counters are among them.\n"
        "4.1f LAH is drawn and has its impulse.\n");
  clear_away(t);
  t = lay(GAME,
          PLAIN "\"phase\":\"bombardment\",\"turn\":1," UNITS(U(PG, "1010") "," U(MR, "1011")),
          "2 6 6 =LAH");
  act(t, R, "lay " PG);
  act(t, R, "done");
  story(t,
        "13.2a Artillery at 1./SS-PzGrenRgt 1 LAH: 2 dice, hits on 1-3: rolled 6 6, no hit. @1010\n"
        "9.7a 1./SS-PzGrenRgt 1 LAH is not hurt.\n"
        "13.4 The artillery falls where it should. @1010\n"
        "4.1c 7 pieces go into the cup.\n"
        "13.2b 4 artillery counters are among them.\n"
        "4.1f LAH is drawn and has its impulse.\n");
  clear_away(t);
  t = lay(GAME,
          PLAIN "\"phase\":\"bombardment\",\"turn\":1," UNITS(U(PG, "0101") "," U(MR, "2020")),
          "=ART =LAH");
  so_far(t);
  story(t, "4.1a Turn 1 begins with the Soviet bombardment phase.\n"
           "4.1b Soviet artillery has no target.\n"
           "4.1c 7 pieces go into the cup.\n"
           "13.2b 4 artillery counters are among them.\n"
           "4.1d Soviet artillery is drawn; 3 more in the cup.\n"
           "13.2c Soviet artillery has no target.\n"
           "4.1f LAH is drawn and has its impulse.\n");
  clear_away(t);
}

static void aircraft(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN "\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"LAH\",\"artillery\":0}," UNITS(
          U(PG, "0505") "," U(MR, "1010") "," U(MRB, "1110") "," U(T4R, "1410")),
      "=AIR 5 4 6 2 3 6 1 =AIR 1 1 =29TC");
  so_far(t);
  story(t, "4.1e The aircraft is drawn.\n"
           "5b The dice say 9: visibility is 6 now.\n"
           "12.1a The German side gets 2 aircraft.\n");
  act(t, G, "mission hs129");
  act(t, G, "put 1410");
  story(t, "12.1b An aircraft (Hs 129) is sent to 1410. @1410\n");
  acts(t, G, "mission ju87; put 1010");
  act(t, G, "bomb 1410 hs129");
  story(t, "12.2a The aircraft misses 1410 to the north-east. @1310 1410\n"
           "12.2c The aircraft finds no target. @1310\n"
           "12.2b Rifle/25 TBde 29TC in 1010 is the one attacked, of 1. @1010\n"
           "12.2c The aircraft attacks Rifle/25 TBde 29TC: 2 dice, hits on 1-3: rolled 6 1, 1 hit. "
           "@1010\n"
           "9.7a Rifle/25 TBde 29TC is suppressed. @1010\n"
           "5c The aircraft goes back into the cup.\n"
           "4.1e The aircraft is drawn.\n"
           "5b The dice say 2: visibility is 1 now.\n"
           "5c The aircraft goes back into the cup.\n"
           "4.1f 29TC is drawn and has its impulse.\n");
  clear_away(t);
  t = lay(GAME,
          PLAIN
          "\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"LAH\",\"artillery\":0}," UNITS(
              U(PG, "0505") "," U(PZ4, "0505") "," U(MR, "1010")),
          "=AIR 4 4 5 4 2 2 =29TC");
  act(t, R, "put 0505");
  story(t, "12.1b An aircraft (Il-2) is sent to 0505. @0505\n"
           "12.2b 5./SS-PzRgt 1 LAH in 0505 is the one attacked, of 2. @0505\n"
           "12.2c The aircraft attacks 5./SS-PzRgt 1 LAH: 2 dice, hits on 1-2: rolled 2 2, 2 hits. "
           "@0505\n"
           "9.7a 5./SS-PzRgt 1 LAH loses 1 step and has 1 left. @0505\n"
           "9.7d 5./SS-PzRgt 1 LAH turns its counter: 1 step left.\n"
           "9.7a 5./SS-PzRgt 1 LAH is suppressed. @0505\n"
           "5c The aircraft goes back into the cup.\n"
           "4.1f 29TC is drawn and has its impulse.\n");
  clear_away(t);
}

static void moving(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") GROUND(ROAD("\"1010\",\"1011\"") "," HEX("0605", "woods") "," SIDE(
              "0605", "0604", "stream") "," SIDE("0605", "0604", "berm"))
              UNITS(U(PG, "1010") "," U(TIG, "0604") "," U(PZ4, "1511") "," U(T4R, "1513") "," U(
                  MRB, "0102") IDLE_G),
          "3");
  act(t, G, "choose " PG);
  story(t, "4.1f 1./SS-PzGrenRgt 1 LAH acts. @1010\n");
  act(t, G, "step " PG " 1011");
  story(t, "8.4 1./SS-PzGrenRgt 1 LAH moves to 1011 for 1/2 point. @1011 1010\n"
           "3.3b 1011 is German now. @1011\n");
  act(t, G, "stop " PG);
  story(t, "4.2a 1./SS-PzGrenRgt 1 LAH ends its action in 1011. @1011\n");
  act(t, G, "choose " TIG);
  act(t, G, "step " TIG " 0605");
  story(t, "8.3h 13./SS-PzRgt 1 LAH moves one hex to 0605, which costs 12 points, and has nothing "
           "left. @0605 0604\n"
           "3.3b 0605 is German now. @0605\n");
  act(t, G, "choose " PZ4);
  act(t, G, "step " PZ4 " 1512");
  story(t, "8.3a 5./SS-PzRgt 1 LAH moves to 1512 for 1 point. @1512 1511\n"
           "3.3b 1512 is German now. @1512\n");
  act(t, R, "fire " T4R " " PZ4);
  story(
      t,
      "7.2a I/25 TBde 29TC fires at 5./SS-PzRgt 1 LAH: 1 die, hits on 1-3: rolled 3, 1 hit. @1512\n"
      "9.7a 5./SS-PzRgt 1 LAH is suppressed. @1512\n"
      "7.2e 5./SS-PzRgt 1 LAH is suppressed and must stop in 1512. @1512\n");
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1512") "," U(T4R, "1513") IDLE_G), "4 4");
  act(t, G, "choose " PZ4);
  act(t, G, "step " PZ4 " 1511");
  story(t, "");
  act(t, R, "fire " T4R " " PZ4);
  story(t, "7.2b I/25 TBde 29TC fires at 5./SS-PzRgt 1 LAH: 2 dice, hits on 1-4: rolled 4 4, 2 "
           "hits. @1512\n"
           "9.7a 5./SS-PzRgt 1 LAH loses 1 step and has 1 left. @1512\n"
           "9.7d 5./SS-PzRgt 1 LAH turns its counter: 1 step left.\n"
           "9.7a 5./SS-PzRgt 1 LAH is suppressed. @1512\n"
           "8.3a 5./SS-PzRgt 1 LAH moves to 1511 for 1 point. @1511 1512\n"
           "3.3b 1511 is German now. @1511\n"
           "7.2e 5./SS-PzRgt 1 LAH is suppressed and must stop in 1511. @1511\n");
  clear_away(t);
}

static void fire(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(PZ4B, "1010") "," U(
                            PZ4C, "1010") "," U(STG, "1010") "," U(T4R, "1012") IDLE_G),
                        "6 6 6 1 4 4 1 2 4 1 1");
  act(t, G, "choose " PZ4);
  act(t, G, "fire " PZ4 " " T4R);
  story(t, "4.2b 5./SS-PzRgt 1 LAH fires at I/25 TBde 29TC: 3 dice, hits on 1-3: rolled 6 6 6, no "
           "hit. @1012\n"
           "9.7a I/25 TBde 29TC is not hurt.\n");
  act(t, G, "choose " PZ4B);
  act(t, G, "fire " PZ4B " " T4R);
  story(t, "4.2b 6./SS-PzRgt 1 LAH fires at I/25 TBde 29TC: 3 dice, hits on 1-3: rolled 1 4 4, 1 "
           "hit. @1012\n"
           "9.7a I/25 TBde 29TC is suppressed. @1012\n");
  act(t, G, "choose " PZ4C);
  act(t, G, "quick " PZ4C " " T4R);
  story(t, "4.2c 7./SS-PzRgt 1 LAH fires at I/25 TBde 29TC: 2 dice, hits on 1-2: rolled 1 2, 2 "
           "hits. @1012\n"
           "9.7a I/25 TBde 29TC loses 1 step and has 1 left. @1012\n"
           "9.7d I/25 TBde 29TC turns its counter: 1 step left.\n"
           "9.7c I/25 TBde 29TC is suppressed already. @1012\n");
  act(t, G, "stop " PZ4C);
  act(t, G, "choose " STG);
  act(t, G, "fire " STG " " T4R);
  story(t, "4.2b 1./StuG-Abt 1 LAH fires at I/25 TBde 29TC: 3 dice, hits on 1-2: rolled 4 1 1, 2 "
           "hits. @1012\n"
           "9.7a I/25 TBde 29TC loses 1 step and has 0 left. @1012\n"
           "2.9b I/25 TBde 29TC is eliminated. @1012\n"
           "9.7e 1012 is emptied and closed to the active formation for this impulse. @1012\n");
  clear_away(t);
}

static void kill_zones(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(KZ(PZ4, "1012", "3") "," KZ(PZ4B, "1008", "0") "," KZ(
              STG, "0404", "1") "," U(PG, "0202") "," U(T34, "1010") IDLE_G),
          "5 5 5 6");
  act(t, G, "choose " STG);
  act(t, G, "step " STG " 0304");
  story(t, "10.1b The kill zone of 1./StuG-Abt 1 LAH is gone. @0404\n"
           "8.3a 1./StuG-Abt 1 LAH moves to 0304 for 1 point. @0304 0404\n"
           "3.3b 0304 is German now. @0304\n");
  act(t, G, "stop " STG);
  act(t, G, "choose " PG);
  act(t, G, "face " PG " 0202/0302");
  story(t, "4.2d 1./SS-PzGrenRgt 1 LAH makes a kill zone facing north-west. @0202\n");
  acts(t, G, "crossfire " T34 "; add " PZ4 "; add " PZ4B);
  act(t, G, "commit");
  story(t, "10.3a I/26 TBde 2TC is in a crossfire of 2 units. @1010\n"
           "10.3c 5./SS-PzRgt 1 LAH fires at I/26 TBde 2TC: 4 dice, hits on 1-5: rolled 5 5 5 6, 3 "
           "hits. @1010\n"
           "9.7a I/26 TBde 2TC loses 2 steps and has 0 left. @1010\n"
           "2.9b I/26 TBde 2TC is eliminated. @1010\n"
           "9.7e 1010 is emptied and closed to the active formation for this impulse. @1010\n"
           "10.3b 6./SS-PzRgt 1 LAH loses its shot: the target is gone.\n");
  clear_away(t);
}

static void recovering(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") UNITS(
          UM(PG, "1010", "suppressed") "," U(MR, "1011") "," UM(PZ4, "1818", "suppressed") "," UM(
              PGB, "0505", "suppressed") "," UM(STG, "1009", "suppressed") "," UM(T4R, "1110",
                                                                                  "suppressed")),
      "4 4 4 2");
  act(t, G, "choose " PG);
  act(t, G, "recover " PG);
  story(t, "9.8d 1./SS-PzGrenRgt 1 LAH rolls 4, needs 3, and stays suppressed.\n");
  act(t, G, "choose " PZ4);
  act(t, G, "recover " PZ4);
  story(t, "9.8d 5./SS-PzRgt 1 LAH recovers. @1818\n");
  act(t, G, "stop " PZ4);
  act(t, G, "end");
  story(t, "4.1f The impulse of LAH is over.\n"
           "4.1g Recovery phase.\n"
           "9.8b 1./SS-PzGrenRgt 1 LAH rolls 4, needs 3, and stays suppressed.\n"
           "9.8b 2./SS-PzGrenRgt 1 LAH recovers. @0505\n"
           "9.8b 1./StuG-Abt 1 LAH recovers. @1009\n"
           "9.8b I/25 TBde 29TC recovers. @1110\n"
           "L.2 The game is over. The battle is drawn.\n");
  clear_away(t);
}

static void overstacked(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(PZ4B, "1010") "," U(
                            PG, "1010") "," U(PGB, "1010") "," U(STG, "1013")),
                        "");
  acts(t, G, "choose " STG "; step " STG " 1012; step " STG " 1011; step " STG " 1010; stop " STG);
  acts(t, G,
       "choose " PZ4 "; stop " PZ4 "; choose " PZ4B "; stop " PZ4B "; choose " PG "; stop " PG
       "; choose " PGB);
  act(t, G, "stop " PGB);
  story(t, "4.1f 2./SS-PzGrenRgt 1 LAH ends its action in 1010. @1010\n"
           "6.1b 1./StuG-Abt 1 LAH goes back to 1011: 1010 is full. @1011 1010\n"
           "4.1f The impulse of LAH is over.\n"
           "4.1g Recovery phase.\n"
           "L.2 The game is over. The battle is drawn.\n");
  clear_away(t);
  t = lay(BIG,
          PLAIN "\"unchecked\":true,\"phase\":\"action\",\"turn\":4,\"vars\":{\"impulse\":\"DR\","
                "\"played\":\"LAH TK 18TC 29TC 2GTC 2TC 31TC 9GAD\",\"artillery\":2}," UNITS(U(
                    "de.dr.pz4-5", "1011") "," U(PZ4, "1011") "," U(MR, "1011") "," U(T4R, "1818")),
          "");
  act(t, G, "choose de.dr.pz4-5");
  act(t, G, "stop de.dr.pz4-5");
  story(t, "4.1f 5./SS-PzRgt 2 DR ends its action in 1011. @1011\n"
           "6.1b 5./SS-PzRgt 2 DR finds no room and is lost. @1011\n"
           "6.1b 5./SS-PzRgt 2 DR loses 2 steps and has 0 left. @1011\n"
           "2.9b 5./SS-PzRgt 2 DR is eliminated. @1011\n"
           "4.1f The impulse of DR is over.\n"
           "4.1g Recovery phase.\n"
           "13.2d 2 artillery counters are left in the cup unused.\n"
           "3.3a The game is over. The battle is drawn.\n");
  clear_away(t);
}

static void close_combat(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(PZ4B, "1010") "," U(PG, "1010") "," U(
              AG, "0911") "," U(MR, "1011") "," STATIC("x", "1011", "s6") IDLE_G),
          "1 6 1 1 1 1 3 1 1");
  act(t, G, "end");
  story(t, "");
  act(t, G, "enter " PZ4 " 1011");
  story(t, "11.1b 5./SS-PzRgt 1 LAH will enter 1011. @1011 1010\n");
  acts(t, G, "enter " PZ4B " 1011; enter " PG " 1011; enter " AG " 1011");
  act(t, G, "fight");
  story(t, "");
  act(t, R, "fire " MR " " AG);
  story(t, "11.2a Rifle/25 TBde 29TC fires at 11./SS-PzGrenRgt 2 LAH: 1 die, hits on 1-3: rolled "
           "1, 1 hit. @0911\n"
           "9.7a 11./SS-PzGrenRgt 2 LAH is suppressed. @0911\n");
  act(t, R, "fire " MR " " PG);
  story(t, "11.2a Rifle/25 TBde 29TC fires at 1./SS-PzGrenRgt 1 LAH: 1 die, hits on 1-3: rolled 6, "
           "no hit. @1010\n"
           "9.7a 1./SS-PzGrenRgt 1 LAH is not hurt.\n"
           "11.2c 11./SS-PzGrenRgt 2 LAH is thrown back to 0911. @0911 1011\n"
           "11.1a 1./SS-PzGrenRgt 1 LAH enters 1011. @1011 1010\n"
           "11.1a 5./SS-PzRgt 1 LAH enters 1011. @1011 1010\n"
           "11.1a 6./SS-PzRgt 1 LAH enters 1011. @1011 1010\n"
           "2.10b x is revealed: gun 4, anti-infantry 3. @1011\n");
  act(t, G, "support " PZ4);
  story(t, "11.4a Infantry supports 5./SS-PzRgt 1 LAH. @1011\n");
  act(t, G, "fire " PZ4 " " MR);
  story(t, "11.3a 5./SS-PzRgt 1 LAH fires at Rifle/25 TBde 29TC in close combat: 2 dice, hits on "
           "1-3: rolled 1 1, 2 hits. @1011\n");
  act(t, G, "fire " PZ4B " x");
  story(t, "11.3a 6./SS-PzRgt 1 LAH fires at x in close combat: 2 dice, hits on 1: rolled 1 1, 2 "
           "hits. @1011\n");
  act(t, G, "pass");
  act(t, R, "fire " MR " " PG);
  act(t, R, "pass");
  story(t, "11.3a 1./SS-PzGrenRgt 1 LAH loses 1 step and has 1 left. @1011\n"
           "2.9b 1./SS-PzGrenRgt 1 LAH turns its counter: 1 step left.\n"
           "11.3a Rifle/25 TBde 29TC loses 1 step and has 1 left. @1011\n"
           "9.7d Rifle/25 TBde 29TC turns its counter: 1 step left.\n"
           "11.3a x loses 1 step and has 0 left. @1011\n"
           "2.9a x is eliminated. @1011\n"
           "4.1f The impulse of LAH is over.\n"
           "4.1g Recovery phase.\n"
           "9.8b 11./SS-PzGrenRgt 2 LAH recovers. @0911\n"
           "L.2 The game is over. The battle is drawn.\n");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("29TC")
              UNITS(U(T4R, "1010") "," U(T4RB, "1110") "," KZ(PZ4, "1011", "0") IDLE_R),
          "");
  acts(t, R, "end; enter " T4R " 1011; enter " T4RB " 1011");
  act(t, R, "fight");
  story(t, "10.2c I/25 TBde 29TC comes from behind the kill zone of 5./SS-PzRgt 1 LAH, which "
           "misses the first round. @1011 1010\n"
           "11.1a I/25 TBde 29TC enters 1011. @1011 1010\n"
           "11.1a I/31 TBde 29TC enters 1011. @1011 1110\n"
           "10.1b The kill zone of 5./SS-PzRgt 1 LAH is gone. @1011\n");
  clear_away(t);
}

static void artillery(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN "\"phase\":\"action\",\"turn\":1,\"vars\":{\"impulse\":\"LAH\",\"artillery\":2}," UNITS(
          GUNS("de.lah.art-1") ","
                               "{\"unit\":\"de.lah.art-2\",\"box\":\"guns.used\"}," U(
                                   PG, "1010") "," U(MR, "1011") "," U(T4R, "1012")),
      "6 6 2 2 6 5");
  act(t, G, "choose de.lah.art-1");
  story(t, "4.1f LAH artillery 1 acts.\n");
  act(t, G, "fire de.lah.art-1 " MR);
  story(t, "13.3a Artillery at Rifle/25 TBde 29TC: 2 dice, hits on 1-3: rolled 6 2, 1 hit. @1011\n"
           "9.7a Rifle/25 TBde 29TC is suppressed. @1011\n"
           "13.4 The artillery falls where it should. @1011\n");
  act(t, G, "choose de.lah.art-2");
  act(t, G, "fire de.lah.art-2 " T4R);
  story(t, "13.3a Artillery at I/25 TBde 29TC: 2 dice, hits on 1: rolled 2 6, no hit. @1012\n"
           "9.7a I/25 TBde 29TC is not hurt.\n"
           "13.3c LAH artillery 2 is lost to counter-battery fire on a 5.\n");
  act(t, G, "choose " PG);
  act(t, G, "stop " PG);
  story(t, "4.1f 1./SS-PzGrenRgt 1 LAH ends its action in 1010. @1010\n");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(set_up),     cmocka_unit_test(bombardment), cmocka_unit_test(aircraft),
      cmocka_unit_test(moving),     cmocka_unit_test(fire),        cmocka_unit_test(kill_zones),
      cmocka_unit_test(recovering), cmocka_unit_test(overstacked), cmocka_unit_test(close_combat),
      cmocka_unit_test(artillery),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
