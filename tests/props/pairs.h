/* pairs.h - two games that differ in a secret, and look alike to who may not know it: for what
 * random play hardly ever meets, and what no shuffle changes.
 *
 * Both are laid out and played as told; test_secrecy.c compares the states.
 */
#ifndef PAIRS_H
#define PAIRS_H

struct pair {
  const char *game;
  int viewer;
  /* the second NULL: as the first; position NULL: the scenario's own start */
  const char *position[2], *script[2];
  const char *dice; /* NULL: none */
};

#define MADE(name, side, kind, where)                                                              \
  "{\"name\":\"" name "\",\"side\":\"" side "\",\"kind\":\"" kind "\"," where "}"
#define HEX(hex) "\"hex\":\"" hex "\""
#define BOX(box) "\"box\":\"" box "\""

/* ---- alea */
#define ALEA(phase, terrain, units)                                                                \
  "\"map\":\"plain:12x12\",\"phase\":\"" phase                                                     \
  "\",\"turn\":2,\"unchecked\":true,\"terrain\":[" terrain "],\"units\":[" units "]"
#define HEIGHT(hex) "{\"hex\":\"" hex "\",\"set\":[\"clear\",\"hill_dp\"]}"
/* 5.7 and II.opt.aa.1 with a height above them (6.dp.3): who may look at the stack may still not
 * know what is being chosen for it */
#define CROWD                                                                                      \
  ALEA("german.combat", HEIGHT("0605"),                                                            \
       MADE("a", "german", "inf", HEX("0605")) "," MADE(                                           \
           "x", "soviet", "inf",                                                                   \
           HEX("0606")) "," MADE("y", "soviet", "inf",                                             \
                                 HEX("0606")) "," MADE("z", "soviet", "inf",                       \
                                                       HEX("0606")) "," MADE("w", "soviet", "inf", \
                                                                             HEX("0606")))
#define CROWDED "german: target 0606; german: from 0605; german: attack"
#define FLAK(terrain)                                                                              \
  ALEA("soviet.combat", terrain,                                                                   \
       MADE("a", "german", "inf", HEX("0606")) "," MADE("aa", "soviet", "aa", HEX("0607")))
/* 12.cas.3: bombers that are in sight, named for the defence */
#define COVER                                                                                      \
  ALEA("soviet.movement", "",                                                                      \
       MADE("b", "german", "bomber", BOX("air.german.defence")) "," MADE(                          \
           "x", "german", "inf", HEX("0606")) "," MADE("y", "soviet", "inf", HEX("0607")))
#define COVERED                                                                                    \
  "soviet: end movement; german: cas b; german: put 0606; soviet: target 0606; soviet: from "      \
  "0607; "                                                                                         \
  "soviet: attack"

/* ---- wb95: masked units */
#define WB95(map, phase, units)                                                                    \
  "\"map\":\"" map "\",\"phase\":\"" phase "\",\"unchecked\":true,\"units\":[" units "]"
#define FAR_OFF MADE("e", "soviet", "S-INF", HEX("1515"))
/* 8.2.17: attacks given out along a river */
#define RIVER                                                                                      \
  WB95(                                                                                            \
      "testbed", "soviet.air",                                                                     \
      "{\"unit\":\"de.air.l4\"," BOX("german.air") "}," MADE("e", "soviet", "S-INF", HEX("0108")))
#define WATCH "; german: pick de.air.l4; german: mission river"
/* 14.3.2: which way a headquarters bridges */
#define STAFF                                                                                      \
  WB95("testbed", "german.movement",                                                               \
       MADE("q", "german", "G-HQ",                                                                 \
            HEX("0107") ",\"marks\":[\"bank\"]") "," MADE("e", "soviet", "S-INF", HEX("1009")))
/* 16.1: which headquarters has the guns with it, and which hex holds too many */
#define GUNS(hex)                                                                                  \
  WB95("plain:20x20", "german.movement",                                                           \
       MADE("q", "german", "G-HQ", HEX("0505")) "," MADE(                                          \
           "r", "german", "G-HQ", HEX("0909")) "," MADE("g", "german", "G-ART",                    \
                                                        HEX(hex)) "," FAR_OFF)
#define INF(name, hex) MADE(name, "german", "G-INF", HEX(hex)) ","
#define THRONG(hex)                                                                                \
  WB95("plain:20x20", "german.movement",                                                           \
       INF("a", "0505") INF("b", "0505") INF("c", "0505") INF("d", "0505") INF("f", hex)           \
           INF("g", "0909") FAR_OFF)
/* 11.1.5: how many entry hexes were used */
#define ENTRY                                                                                      \
  "\"regions\":[{\"id\":\"german.entry\",\"hexes\":[\"0301\",\"0501\"]}],\"control\":[["           \
  "\"german\",[\"0301\",\"0501\"]]]," WB95(                                                        \
      "plain:20x20", "german.movement",                                                            \
      MADE("a", "german", "G-INF", BOX("german.waiting")) "," MADE(                                \
          "b", "german", "G-INF", BOX("german.waiting")) "," FAR_OFF)
#define ENTER(hex)                                                                                 \
  "german: pick a; german: put 0301; german: stop; german: pick b; german: put " hex               \
  "; german: step 0401; german: stop"

/* ---- stalnie */
#define STALNIE(phase, vars, units)                                                                \
  "\"phase\":\"" phase "\",\"vars\":{" vars "},\"units\":[" units "]"
#define UNSEEN(unit) "{\"unit\":\"" unit "\"," BOX("german.off") ",\"marks\":[\"hidden\"]}"
/* the line of the record that a company has: the first, or behind trucks, which are not seen in
 * battle */
#define BUYING STALNIE("prep.1/11.619", "\"german_cpp\":60", "")
#define QUICKLY ",\"options\":{\"battle\":\"quick\"}"
#define TO_BATTLE                                                                                  \
  "german: buy i1 plain 0; german: commit; soviet: commit; german: commit; soviet: commit; "       \
  "soviet: auto; soviet: done; german: auto; german: done; german: commit; soviet: commit"
/* who waits off the map, and in what state, nobody else knows */
#define IN_THE_BOX(marks)                                                                          \
  "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"edges\":1},\"units\":[" MADE(   \
      "a", "german", "658", HEX("T-P8")) "," MADE("b", "german", "658",                            \
                                                  BOX("german.off")                                \
                                                      marks) "," MADE("r", "soviet", "458",        \
                                                                      HEX("T-A8")) "]"
/* a charge that a search has found: who will blow it stays secret */
#define SET_CHARGE(first, second)                                                                  \
  "\"map\":\"plain:16x16\",\"phase\":\"soviet.action\",\"units\":[" MADE(                          \
      "a", "german", "838", HEX("T-E8") first) "," MADE("b", "german", "838",                      \
                                                        HEX("T-E9")                                \
                                                            second) "," MADE("r", "soviet", "458", \
                                                                             HEX("T-E5")) "]"
#define BLOWS ",\"factors\":{\"charge\":\"T-E6\"}"
#define THREES                                                                                     \
  "3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 " /* so that it \
                                                                                        is all the \
                                                                                        same who   \
                                                                                        is rolled  \
                                                                                        for first  \
                                                                                      */
#define TANK(name) MADE(name, "german", "PzIVH", BOX("german.off"))

static const struct pair pairs[] = {
    {"alea/north",
     SAL_GERMAN,
     {CROWD, NULL},
     {CROWDED "; soviet: excess x", CROWDED "; soviet: excess y"},
     NULL},
    {"alea/south",
     SAL_GERMAN,
     {FLAK(HEIGHT("0606")), NULL},
     {"soviet: end combat; soviet: mode aa at", "soviet: end combat"},
     NULL},
    {"alea/south",
     SAL_GERMAN,
     {FLAK(""), NULL},
     {"soviet: end combat; soviet: mode aa at", "soviet: end combat"},
     NULL},
    {"alea/north", SAL_SOVIET, {COVER, NULL}, {COVERED "; german: support b", COVERED}, NULL},
    {"alea/prokhorovka", SAL_GERMAN, {NULL, NULL}, {"soviet: leave ru.245tr", ""}, NULL},
    {"alea/prokhorovka",
     SAL_SOVIET,
     {NULL, NULL},
     {"soviet: historical; soviet: end set-up; german: lose de.air.ii-jg3",
      "soviet: historical; soviet: end set-up"},
     NULL},
    {"alea/north",
     SAL_GERMAN,
     {NULL, NULL},
     {"soviet: pick ru.15rd.47; soviet: put 2114", ""},
     NULL},
    {"wb95/kursk", SAL_SOVIET, {RIVER, NULL}, {WATCH "; german: spread 0107 2", WATCH}, NULL},
    {"wb95/kursk",
     SAL_SOVIET,
     {STAFF, NULL},
     {"german: span q 0107/0108", "german: span q 0107/0008"},
     NULL},
    {"wb95/kursk", SAL_SOVIET, {GUNS("0505"), GUNS("0909")}, {"", NULL}, NULL},
    {"wb95/kursk", SAL_SOVIET, {THRONG("0505"), THRONG("0909")}, {"", NULL}, NULL},
    {"wb95/kursk", SAL_SOVIET, {ENTRY, NULL}, {ENTER("0301"), ENTER("0501")}, NULL},
    {"stalnie/campaign",
     SAL_SOVIET,
     {STALNIE("prep.1/11.619", "\"german_elr\":4,\"german_san\":3", ""),
      STALNIE("prep.1/11.619", "\"german_elr\":3,\"german_san\":4", "")},
     {"", NULL},
     NULL},
    {"stalnie/campaign",
     SAL_SOVIET,
     {STALNIE("play.1", "", UNSEEN("de.a2-1.pzivf2-1")) QUICKLY,
      STALNIE("play.1", "", UNSEEN("de.a2-2.pzivf2-1")) QUICKLY},
     {"", NULL},
     NULL},
    {"stalnie/campaign", SAL_SOVIET, {BUYING, NULL}, {"german: buy i1 plain 0", ""}, NULL},
    {"stalnie/skirmish",
     SAL_SOVIET,
     {IN_THE_BOX(""), IN_THE_BOX(",\"marks\":[\"shortage\"]")},
     {"", NULL},
     NULL},
    {"stalnie/skirmish",
     SAL_SOVIET,
     {SET_CHARGE(BLOWS, ""), SET_CHARGE("", BLOWS)},
     {"soviet: pick r; soviet: search T-E6", NULL},
     "1"},
    {"stalnie/campaign",
     SAL_SOVIET,
     {BUYING QUICKLY, NULL},
     {"german: buy t1 plain 0; " TO_BATTLE, TO_BATTLE},
     THREES THREES THREES THREES},
    {"stalnie/campaign", SAL_GERMAN, {NULL, NULL}, {"soviet: buy a3 dugin 0", ""}, NULL},
    {"stalnie/campaign",
     SAL_SOVIET,
     {STALNIE("prep.1/11.621", "\"german_fpp\":60,\"soviet_fpp\":60", ""), NULL},
     {"german: fort trench", ""},
     NULL},
    {"stalnie/campaign",
     SAL_SOVIET,
     {STALNIE("prep.1/11.622", "\"german_cpp\":9", ""), NULL},
     {"german: recon 1", "german: recon 2"},
     NULL},
    {"stalnie/campaign",
     SAL_SOVIET,
     {STALNIE("prep.1/11.620", "\"german_san\":3", ""),
      STALNIE("prep.1/11.620", "\"german_san\":4", "")},
     {"", NULL},
     NULL},
    {"stalnie/campaign",
     SAL_SOVIET,
     {STALNIE("reph.1/11.611", "\"winners\":1", TANK("p") "," TANK("q") "," TANK("r")), NULL},
     {"german: drm 1", ""},
     NULL},
};

#endif
