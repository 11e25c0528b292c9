/* test_03_tables.c - every cell of the specification's tables against the data files as the program
 * loaded them. */
#include "kit.h"

static const char *const german_chart[][7] = {
    {"S1", "Stuka group", "DB1942", "2", "1", "3", "abcd"},
    {"S2", "Fighter-bomber group", "FB1942", "2", "1", "2", "abd"},
    {"A1", "PzIIIN platoon", "PzIIIN:4/3", "3", "1", "1", "fgk"},
    {"A2", "PzIVF2 platoon", "PzIVF2:4/3", "3.5", "2", "5", "fgk"},
    {"A3", "PzIVH platoon", "PzIVH:4/3", "4", "2", "4", "fgk"},
    {"A4", "PzVIE platoon", "PzVIE:3/2", "6", "1", "2", "fgk"},
    {"A5", "StuG platoon", "StuGIIIG:3/2;StuH42:1/0", "4.5", "1", "2", "fgk"},
    {"A6", "Marder III(t)H platoon", "MarderIIIH:4/3", "3", "2", "3", "fgk"},
    {"A7", "SPW recon platoon", "SPW250/9:2/1;SPW250/1:1/0", "2", "1", "2", "fko"},
    {"A8", "SPW platoon", "SPW251/10:1/0;SPW251/1:3/2", "1.5", "2", "5", "fk"},
    {"A9", "SPW HW platoon", "SPW251/sMG:2/1;SPW251/2:2/1;SPW251/9:2/1", "5.5", "1", "2", "fko"},
    {"A10", "FT SPW platoon", "SPW251/16:2/1", "3", "1", "2", "fk"},
    {"I1", "SS Panzergrenadier company", "658:10/8;MMG:2/0;LMG:2/0;ATR:1/0", "8", "2", "5", "fgk"},
    {"I2", "SS Pioneer company", "838:8/6;LMG:2/0;FT:3/0;DC:6/0", "11", "1", "2", "fghk"},
    {"I3", "SS HW platoon", "MTR81+228:2/1;HMG+348:3/2", "4.5", "1", "3", "ef"},
    {"G1", "AT platoon", "AT75L+228:3/2", "3.5", "1", "2", "ef"},
    {"G2", "SP infantry gun platoon", "sIG38tM:2/1", "3", "1", "2", "fk"},
    {"G3", "Light SP AA platoon", "SdKfz6/2:2/1", "2", "1", "2", "fk"},
    {"G4", "Medium SP AA platoon", "SdKfz7/1:2/1", "3", "1", "1", "fk"},
    {"G5", "Heavy AA platoon", "AA88L+228:2/1", "3.5", "1", "1", "ef"},
    {"O1", "Battalion mortar", "OBA80MTR", "1.5", "2", "3", "efjp"},
    {"O2", "Medium artillery", "OBA100", "4", "2", "2", "efj"},
    {"O3", "Heavy artillery", "OBA150", "5", "1", "2", "efj"},
    {"O4", "Nebelwerfer", "OBA150RCT", "3", "2", "4", "efj"},
    {"O5", "Offboard observer", "OBSERVER", "1", "1", "3", "i"},
    {"O6", "Observation plane", "PLANE", "1", "1", "3", "m"},
    {"O7", "OP tank", "PzIIIL_OP", "1", "1", "3", "n"},
    {"T1", "Medium truck platoon", "Opel6700:4/3", "1", "2", "3", "fk"},
    {"T2", "Heavy truck platoon", "Buessing4500:4/3", "1.5", "1", "2", "fk"},
    {"M1", "Fortifications", "FPP20", "1", "2", "5", "e"},
    {"M2", "Sniper increase", "SAN1", "1", "1", "4", "-"},
};
static const char *const soviet_chart[][7] = {
    {"S1", "Stormovik group", "FB1942", "2", "1", "3", "abcd"},
    {"A1", "T-70 platoon", "T70:3/2", "2", "2", "7", "fgk"},
    {"A2", "T-34 M41 platoon", "T34M41:3/2", "3", "3", "5", "fgk"},
    {"A3", "T-34 M43 platoon", "T34M43:3/2", "3.5", "3", "5", "fgk"},
    {"A4", "KV-1S platoon", "KV1S:2/1", "2", "1", "2", "fgk"},
    {"A5", "Churchill IV platoon", "ChurchillIV:2/1", "2.5", "1", "1", "fgkm"},
    {"A6", "OT-34 platoon", "OT34:3/2", "6", "1", "1", "fgkm"},
    {"A7", "KV-8 platoon", "KV8:2/1", "4", "1", "1", "fgkm"},
    {"I1", "Guards rifle company", "458:12/9;MMG:2/0;LMG:2/0;ATR:2/0;MTR50:2/0", "7", "2", "3",
     "fgk"},
    {"I2", "Guards SMG company", "628:10/8;LMG:2/0;ATR:2/0", "5", "2", "3", "fgk"},
    {"I3", "Guards engineer company", "628:9/7;LMG:2/0;FT:3/0;DC:5/0", "9", "1", "2", "fghk"},
    {"I4", "HMG platoon", "HMG+248:3/2", "2.5", "1", "2", "ef"},
    {"I5", "Mortar platoon", "MTR82+228:3/2", "3", "1", "2", "ef"},
    {"G1", "Light AT battery", "AT45L+228:4/3", "3.5", "1", "2", "ef"},
    {"G2", "Medium AT battery", "AT45LL+228:4/3", "4", "1", "2", "ef"},
    {"G3", "Infantry gun half-battery", "INF76+228:3/2", "3", "1", "1", "ef"},
    {"G4", "Artillery battery", "ART76L+228:4/3", "5", "1", "2", "ef"},
    {"G5", "SP artillery battery", "SU76M:4/3", "4", "1", "2", "ef"},
    {"G6", "Light AA battery", "HMG50+228:4/3", "5", "1", "1", "ef"},
    {"G7", "Medium AA battery", "AA37L+228:4/3", "4", "1", "1", "ef"},
    {"O1", "Light artillery", "OBA70", "1", "2", "3", "efj"},
    {"O2", "Battalion mortar", "OBA80MTR", "2", "1", "2", "efj"},
    {"O3", "Medium artillery", "OBA120", "3", "1", "4", "efj"},
    {"O4", "Heavy artillery", "OBA150", "4.5", "1", "2", "efj"},
    {"O5", "Light Katyusha", "OBA100RCT", "1.5", "1", "2", "efj"},
    {"O6", "Heavy Katyusha", "OBA200RCT", "3", "1", "2", "efj"},
    {"T1", "US medium truck platoon", "US1.5t:4/3", "1", "2", "3", "fk"},
    {"T2", "US heavy truck platoon", "US2.5t:4/3", "1.5", "1", "2", "fk"},
    {"M1", "Fortifications", "FPP40", "1", "2", "7", "e"},
    {"M2", "Sniper increase", "SAN1", "1", "1", "4", "-"},
};
static const char *const values[][4] = {
    {"658", "6", "1", "-"},          {"838", "9", "2", "-"},          {"458", "5", "1", "-"},
    {"628", "6", "1", "-"},          {"447", "4", "1", "-"},          {"527", "4", "0", "-"},
    {"426", "3", "0", "-"},          {"348", "3", "0", "-"},          {"338", "4", "1", "-"},
    {"248", "3", "0", "-"},          {"328", "3", "0", "-"},          {"237", "2", "0", "-"},
    {"227", "2", "0", "-"},          {"226", "2", "0", "-"},          {"228", "1", "0", "-"},
    {"hero", "2", "0", "-"},         {"LMG", "2", "0", "-"},          {"MMG", "3", "0", "-"},
    {"HMG", "5", "0", "-"},          {"HMG50", "5", "1", "-"},        {"ATR", "0", "1", "-"},
    {"FT", "5", "1", "-"},           {"DC", "2", "1", "-"},           {"MTR50", "2", "0", "-"},
    {"MTR81", "6", "0", "-"},        {"MTR82", "6", "0", "-"},        {"AT45L", "2", "5", "-"},
    {"AT45LL", "2", "7", "-"},       {"AT75L", "3", "12", "-"},       {"INF76", "5", "3", "-"},
    {"ART76L", "5", "7", "-"},       {"AA37L", "6", "3", "-"},        {"AA88L", "4", "15", "-"},
    {"PzIIIN", "7", "5", "6"},       {"PzIVF2", "7", "11", "6"},      {"PzIVH", "7", "12", "8"},
    {"PzVIE", "8", "16", "14"},      {"StuGIIIG", "5", "11", "8"},    {"StuH42", "9", "4", "8"},
    {"MarderIIIH", "3", "11", "3"},  {"SPW250/9", "3", "1", "1"},     {"SPW250/1", "3", "0", "1"},
    {"SPW251/1", "3", "0", "1"},     {"SPW251/10", "4", "2", "1"},    {"SPW251/sMG", "6", "0", "1"},
    {"SPW251/2", "6", "0", "1"},     {"SPW251/9", "7", "3", "1"},     {"SPW251/16", "8", "1", "1"},
    {"sIG38tM", "9", "2", "2"},      {"SdKfz6/2", "5", "2", "-"},     {"SdKfz7/1", "8", "1", "-"},
    {"Opel6700", "0", "0", "-"},     {"Buessing4500", "0", "0", "-"}, {"T70", "3", "4", "4"},
    {"T34M41", "6", "8", "6"},       {"T34M43", "6", "8", "7"},       {"KV1S", "6", "8", "8"},
    {"ChurchillIV", "5", "9", "10"}, {"OT34", "10", "8", "6"},        {"KV8", "10", "5", "8"},
    {"SU76M", "6", "7", "3"},        {"US1.5t", "0", "0", "-"},       {"US2.5t", "0", "0", "-"},
};
static const char *const vehicles[][2] = {
    {"PzIIIN", "6"},       {"PzIVF2", "6"},      {"PzIVH", "6"},      {"PzVIE", "8"},
    {"StuGIIIG", "6"},     {"StuH42", "6"},      {"MarderIIIH", "5"}, {"SPW250/9", "3"},
    {"SPW250/1", "3"},     {"SPW251/1", "3"},    {"SPW251/10", "4"},  {"SPW251/sMG", "4"},
    {"SPW251/2", "4"},     {"SPW251/9", "4"},    {"SPW251/16", "4"},  {"sIG38tM", "5"},
    {"SdKfz6/2", "2"},     {"SdKfz7/1", "2"},    {"PzIIIL_OP", "0"},  {"Opel6700", "1"},
    {"Buessing4500", "1"}, {"T70", "5"},         {"T34M41", "6"},     {"T34M43", "6"},
    {"KV1S", "7"},         {"ChurchillIV", "7"}, {"OT34", "7"},       {"KV8", "7"},
    {"SU76M", "5"},        {"US1.5t", "1"},      {"US2.5t", "1"},
};
static const char *const t_replenish[][4] = {
    {"-99", "2", "18", "<=1"},  {"3", "4", "17", "2-3"},  {"5", "6", "16", "4-5"},
    {"7", "8", "15", "6-7"},    {"9", "10", "14", "8-9"}, {"11", "12", "13", "10-11"},
    {"13", "99", "12", ">=12"},
};
static const char *const t_historical[][3] = {
    {"11AM", "-2", "0"},
    {"11PM", "-1", "-1"},
    {"12AM", "-1", "-2"},
    {"12PM", "1", "-1"},
};
static const char *const t_weather[][2] = {
    {"<=2", "Fog/Mist"},
    {"3-4", "Overcast"},
    {"5-9", "Clear"},
    {">=10", "Clear & Gusty"},
};
static const char *const t_ec[][2] = {
    {"<=1", "Wet"}, {"2", "Moist"}, {"3", "Moderate"}, {"4-5", "Dry"}, {">=6", "Very Dry"},
};
static const char *const t_surcharge[][5] = {
    {"1", "RUS", "I1,I2,I3", "1", "0"}, {"2", "RUS", "A1-A7", "2", "1"},
    {"3", "GER", "I1,I2", "2", "2"},    {"4", "GER", "A1-A10", "2", "2"},
    {"5", "RUS", "I4,I5", "0", "0"},    {"6", "GER", "I3", "0", "0"},
};
static const char *const t_leaders[][3] = {
    {"<=2", "10-3,9-1,8-0", "10-3,9-1,8-0"},
    {"3", "10-2,9-1,8-0", "10-2,9-1,8-0"},
    {"4", "10-2,8-1,8-0", "9-2,9-1,8-0"},
    {"5", "9-2,9-1,8-0", "9-2,8-1,7-0"},
    {"6", "9-2,8-1,7-0", "9-2,8-1"},
    {"7", "9-1,8-1,8-0", "9-1,8-0"},
    {"8", "9-1,8-0,7-0", "9-1,7-0"},
    {"9", "8-1,8-0,7-0", "8-1,8-0"},
    {"10", "9-1,8-0", "8-1,7-0"},
    {"11", "9-1,7-0", "8-0,7-0"},
    {"12", "8-1,7-0", "8-0"},
    {">=13", "8-0,7-0", "7-0"},
};
static const char *const t_al[][3] = {
    {"<=3", "10-2", "<=2"}, {"4", "9-2", "3"},        {"5", "9-1", "4"},
    {"6-7", "8-1", "5-6"},  {"8-12", "none", "7-11"}, {">=13", "Inexperienced", "12"},
};
static const char *const t_escape[][3] = {
    {"<=8", "escapes", "escapes"},
    {"9", "escapes, Replaced", "escapes"},
    {"10", "escapes, Casualty Reduced", "abandoned, crew escapes"},
    {"11", "escapes, Replaced then Casualty Reduced", "abandoned, crew eliminated"},
    {">=12", "eliminated", "eliminated, no crew survival"},
};
static const char *const t_escape_drm[][4] = {
    {"1", "leader", "leadership/heroic/AL DRM as signed (not for a lone SMC)", "yes"},
    {"2", "-2", "fully tracked AFV", "yes"},
    {"3", "-1", "Russian", "no"},
    {"4", "-1", "lone unwounded SMC", "no"},
    {"5", "-1", "<= 2 hexes from a friendly-controlled non-isolated hex", "yes"},
    {"6", "-1", "adjacent to such a hex (adds to the line above)", "yes"},
    {"7", "+1", "per full 8 hexes to the nearest such hex", "yes"},
    {"8", "+1", "per HS-equivalent above one on the same DR", "no"},
    {"9", "+1", "per portage point above capacity of the worst unit", "no"},
    {"10", "+1", "unarmoured vehicle", "yes"},
    {"11", "+2", "encircled", "no"},
    {"12", "+2", "captured AFV", "yes"},
};
static const char *const t_forts[][6] = {
    {"foxhole 1/2/3 squads", "1/2/3", "1/2/3", "no", "yes", "-"},
    {"trench", "9", "7", "no", "yes", "-"},
    {"A-T ditch", "-", "18", "no", "no", "-"},
    {"A-P mine factor", "1", "1", "no", "no", "mine FPP limit GER 30 RUS 70"},
    {"A-T mine factor", "3", "3", "no", "no", "same limit, daisy chain included"},
    {"roadblock", "14", "10", "no", "yes", "-"},
    {"wire", "15", "12", "no", "no", "-"},
    {"pillbox a-b-c", "-", "3*(a+b+c)", "no", "no", "-"},
    {"fortified building Location", "-", "12", "yes", "yes", "never a tunnel"},
    {"HIP SMC", "1", "1", "yes", "yes", "11.621e"},
    {"HIP HS or crew", "2", "2", "yes", "yes", "11.621e"},
    {"HIP squad", "3", "3", "yes", "yes", "11.621e"},
    {"HIP 5/8 counter", "-", "4", "yes", "yes", "11.621e"},
    {"HIP vehicle or large Gun", "-", "5", "yes", "yes", "RUS AFV <= 10% FRU"},
    {"?", "1", "1", "yes", "yes", "may serve as dummy Reserve cloak"},
    {"set DC", "12", "12", "yes", "no", "uses up an own DC"},
};
static const char *const t_repair[][3] = {
    {"1", "-2", "vehicle-mounted"},
    {"2", "-1", "Russian MG"},
    {"3", "-1", "weapon with a circled breakdown number"},
    {"4", "+1", "isolated"},
    {"5", "+2", "AFV main armament that is Disabled"},
};
static const char *const t_al_improve[][2] = {
    {"<=2", "improve a 9-2"}, {"3", "improve a 9-1"}, {"4", "improve an 8-1"},
    {"5", "create an 8-1"},   {">=6", "nothing"},
};
static const char *const t_limits[][5] = {
    {"11AM", "5", "3", "60", "rulebook"},
    {"11PM", "5", "3", "50", "rulebook"},
    {"12AM", "6", "4", "70", "rulebook"},
    {"12PM", "6", "4", "70", "SAN rulebook, VL ruling"},
};
static const char *const t_gameend[][3] = {
    {"7", "2", "Supplied"},
    {"8", "4", "Supplied"},
    {"9", "6", "implied by CG4a"},
};
static const char *const t_ob[][7] = {
    {"1", "RUS", "3", "4", "12", "on map >= 10 hexes from south edge or north edge Turn 3+",
     "I1,G2,O4,M1"},
    {"2", "RUS", "3", "4", "-", "north edge Turn 3+", "A1,A2,A3"},
    {"3", "GER", "4", "2", "16", "south edge Turn 1+", "I1,A2,A3,A4,A5,O2,O5"},
};
static const char *const t_immobilized[][3] = {
    {"removed", "eliminated", "retained off map, repair once per RePh"},
    {"retained", "left in place", "left in place"},
};
static const char *const t_boards[][8] = {
    {"16", "6", "1", "1", "0", "6", "0", "0"},       {"17", "19", "1", "2", "0", "19", "0", "0"},
    {"33", "9", "1", "3", "0", "9", "0", "0"},       {"18", "11", "2", "1", "8", "3", "0", "0"},
    {"2", "60", "2", "2", "56", "4", "0", "0"},      {"19", "4", "2", "3", "0", "4", "0", "0"},
    {"13", "16", "3", "1", "0", "12", "0", "4"},     {"24", "39", "3", "2", "8", "31", "0", "0"},
    {"X", "0", "3", "3", "0", "0", "0", "0"},        {"10", "59", "4", "1", "0", "59", "0", "0"},
    {"21", "220", "4", "2", "0", "120", "100", "0"}, {"12", "63", "4", "3", "0", "45", "18", "0"},
};

static void same_table(const struct sal_book *b, const char *id, const char *const *cell, int rows,
                       int cols) {
  const struct sal_table *t = sal_table_find(b, id);
  assert_non_null(t);
  assert_int_equal(t->nrows, rows);
  for (int r = 0; r < rows; r++) {
    assert_string_equal(t->row[r], cell[r * cols]);
    for (int c = 1; c < cols; c++)
      if (cell[r * cols + c])
        assert_string_equal(sal_table_cell(t, r, c - 1),
                            strcmp(cell[r * cols + c], "-") ? cell[r * cols + c] : "");
  }
}

static void printed_tables(void **unused) {
  struct kit *k = kit_open("campaign");
  (void)unused;
  same_table(k->book, "replenish", &t_replenish[0][0], 7, 4);
  same_table(k->book, "historical", &t_historical[0][0], 4, 3);
  same_table(k->book, "weather", &t_weather[0][0], 4, 2);
  same_table(k->book, "ec", &t_ec[0][0], 5, 2);
  same_table(k->book, "surcharge", &t_surcharge[0][0], 6, 5);
  same_table(k->book, "leaders", &t_leaders[0][0], 12, 3);
  same_table(k->book, "al", &t_al[0][0], 6, 3);
  same_table(k->book, "escape", &t_escape[0][0], 5, 3);
  same_table(k->book, "escape.drm", &t_escape_drm[0][0], 12, 4);
  same_table(k->book, "forts", &t_forts[0][0], 16, 6);
  same_table(k->book, "repair", &t_repair[0][0], 5, 3);
  same_table(k->book, "al.improve", &t_al_improve[0][0], 5, 2);
  same_table(k->book, "limits", &t_limits[0][0], 4, 5);
  same_table(k->book, "gameend", &t_gameend[0][0], 3, 3);
  same_table(k->book, "ob", &t_ob[0][0], 3, 7);
  same_table(k->book, "immobilized", &t_immobilized[0][0], 2, 3);
  same_table(k->book, "boards", &t_boards[0][0], 12, 8);
  kit_close(k);
}

static int halves(const char *text) {
  return atoi(text) * 2 + (strstr(text, ".5") != NULL);
}

static void chart(const struct sal_book *b, int side, const char *const (*row)[7], int n) {
  const struct own *o = own(b);
  assert_int_equal(o->ngroups[side], n);
  for (int i = 0; i < n; i++) {
    const struct group *g = &o->group[side][i];
    char id[8];
    snprintf(id, sizeof id, "%s", row[i][0]);
    id[0] = (char)(id[0] + 32);
    assert_string_equal(g->id, id);
    assert_string_equal(g->title, row[i][1]);
    assert_int_equal(g->price, halves(row[i][3]));
    assert_int_equal(g->scenario_max, atoi(row[i][4]));
    assert_int_equal(g->campaign_max, atoi(row[i][5]));
    char letters[20] = "";
    for (int k = 0; k < 15; k++)
      if (g->notes >> k & 1)
        strncat(letters, &"abcdefghijkmnop"[k], 1);
    assert_string_equal(letters, strcmp(row[i][6], "-") == 0 ? "" : row[i][6]);
    int c = 0; /* every item with a slash, in the chart's order */
    for (const char *at = row[i][2]; *at;) {
      char item[40];
      int full, depleted;
      size_t len = strcspn(at, ";");
      snprintf(item, sizeof item, "%.*s", (int)len, at);
      char *colon = strchr(item, ':');
      at += len + (at[len] == ';');
      if (!colon)
        continue;
      assert_int_equal(sscanf(colon + 1, "%d/%d", &full, &depleted), 2);
      *colon = 0;
      if (strncmp(item, "HMG+", 4) == 0)
        memmove(item + 3, item + 4, strlen(item + 4) + 1);
      if (strchr(item, '+'))
        *strchr(item, '+') = 0;
      const struct component *q = &g->comp[c++];
      assert_string_equal(q->type ? o->type[q->type].id : o->weapon[q->weapon - 1].id, item);
      assert_int_equal(q->full, full);
      assert_int_equal(q->depleted, depleted);
    }
  }
}

static void charts(void **unused) {
  struct kit *k = kit_open("campaign");
  (void)unused;
  chart(k->book, GER, german_chart, (int)(sizeof german_chart / sizeof german_chart[0]));
  chart(k->book, RUS, soviet_chart, (int)(sizeof soviet_chart / sizeof soviet_chart[0]));
  kit_close(k);
}

static const struct type *type_named(const struct own *o, const char *id) {
  for (int i = 1; i < o->ntypes; i++)
    if (strcmp(o->type[i].id, id) == 0)
      return &o->type[i];
  return NULL;
}

static void quick_battle_values(void **unused) {
  struct kit *k = kit_open("campaign");
  const struct own *o = own(k->book);
  (void)unused;
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    const struct type *t = type_named(o, values[i][0]);
    /* an HS with it is one element with both values */
    if (strcmp(values[i][0], "HMG") == 0)
      t = NULL;
    int w = -1;
    for (int n = 0; n < SW; n++)
      if (strcmp(o->weapon[n].id, values[i][0]) == 0)
        w = n;
    if (w >= 0) {
      assert_int_equal(o->weapon[w].soft, atoi(values[i][1]));
      assert_int_equal(o->weapon[w].hard, atoi(values[i][2]));
    } else if (strcmp(values[i][0], "HMG") == 0) {
      assert_int_equal(type_named(o, "HMG348")->soft,
                       type_named(o, "348")->soft + atoi(values[i][1]));
      assert_int_equal(type_named(o, "HMG248")->soft,
                       type_named(o, "248")->soft + atoi(values[i][1]));
    } else {
      assert_non_null(t);
      assert_int_equal(t->soft, atoi(values[i][1]));
      assert_int_equal(t->hard, atoi(values[i][2]));
      assert_int_equal(t->armour, strcmp(values[i][3], "-") == 0 ? SOFT : atoi(values[i][3]));
    }
  }
  for (size_t i = 0; i < sizeof vehicles / sizeof vehicles[0]; i++)
    assert_int_equal(type_named(o, vehicles[i][0])->cvp, atoi(vehicles[i][1]));
  kit_close(k);
}

/* 3.18: the Victory Locations that the drawn boards really hold, board by board and row by row. */
static void victory_locations(void **unused) {
  struct kit *k = kit_open("campaign");
  const struct own *o = own(k->book);
  int row[5] = {0}, all = 0;
  (void)unused;
  for (int i = 0; i < MAX_BOARDS; i++) {
    int hill = 0, ground = 0, upper = 0, bridge = 0;
    for (int v = 0; v < o->nvl; v++) {
      if (o->vl[v].board != i)
        continue;
      hill += o->vl[v].kind == VL_HILL;
      bridge += o->vl[v].kind == VL_BRIDGE;
      ground += o->vl[v].kind == VL_BUILDING && !o->vl[v].level;
      upper += o->vl[v].kind == VL_BUILDING && o->vl[v].level;
      int l = 32 - row_of(o->vl[v].g) % 32; /* half-hexes and end hexrows carry none */
      assert_true(l != 32 && l != 0);
    }
    assert_int_equal(hill, atoi(t_boards[i][4]));
    assert_int_equal(ground, atoi(t_boards[i][5]));
    assert_int_equal(upper, atoi(t_boards[i][6]));
    assert_int_equal(bridge, atoi(t_boards[i][7]));
    assert_int_equal(hill + ground + upper + bridge, atoi(t_boards[i][1]));
    row[atoi(t_boards[i][2])] += hill + ground + upper + bridge;
    all += hill + ground + upper + bridge;
  }
  assert_int_equal(row[1], 34);
  assert_int_equal(row[2], 75);
  assert_int_equal(row[3], 55);
  assert_int_equal(row[4], 342);
  assert_int_equal(all, 506);
  kit_close(k);
}

/* 6.17: the roads of the twelve boards are one net, from the south edge to the north edge in every
 * column. The two stubs over the stream of board 13 are bridges of their own. */
static void roads(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  const struct own *o = own(k->book);
  const struct sal_board *m = &k->book->board;
  static uint8_t seen[PLACES];
  static int queue[PLACES];
  int head = 0, tail = 0, all = 0;
  memset(seen, 0, sizeof seen);
  for (int g = 0; g < PLACES; g++)
    for (int d = 0; d < 6 && o->ground[g]; d++)
      if (m->path[o->cell[g] * 6 + d]) {
        all++;
        if (!tail && row_of(g) == 0)
          seen[g] = 1, queue[tail++] = g;
        break;
      }
  while (head < tail)
    for (int d = 0, g = queue[head++]; d < 6; d++) {
      int to = o->near[g][d];
      if (m->path[o->cell[g] * 6 + d] && to >= 0 && !seen[to])
        seen[to] = 1, queue[tail++] = to;
    }
  assert_in_range(all - tail, 0, 6);
  int edge[2][COLUMNS] = {{0}};
  for (int i = 0; i < tail; i++)
    if (row_of(queue[i]) == 0 || row_of(queue[i]) == ROWS - 1)
      edge[row_of(queue[i]) != 0][sp_column(queue[i])]++;
  for (int c = 0; c < COLUMNS; c++)
    assert_true(edge[0][c] && edge[1][c]);
  kit_close(k);
}

/* 3.6, 6.12, 11.6114, 11.617, QB.6, QB.7: the figures that stand in the specification's sentences.
 */
static void figures_in_sentences(void **unused) {
  (void)unused;
  static const char *const dugin[4][2] = {{"a1", "1"}, {"a2", "1.5"}, {"a3", "2"}, {"a4", "1"}};
  static const char *const piles[3][3] = {
      {"Plentiful", "8", "2"}, {"Normal", "6", "2"}, {"Scarce", "4", "3"}};
  static const char *const oba[6][2] = {{"70", "12"},  {"80", "16"},  {"100", "20"},
                                        {"120", "24"}, {"150", "30"}, {"200", "36"}};
  static const char *const promotion[4][2] = {
      {"<=3", "8-1"}, {"4-5", "8-0"}, {"6", "7-0"}, {">=7", "none"}};
  static const char *const elr[3][2] = {{"<=2", "1"}, {"3-11", "0"}, {">=12", "-1"}};
  static const char *const fire[11][2] = {{"2", "40"},   {"3", "55"},   {"4", "70"},  {"5", "80"},
                                          {"6", "90"},   {"7", "100"},  {"8", "110"}, {"9", "120"},
                                          {"10", "130"}, {"11", "145"}, {"12", "160"}};
  static const char *const quick[12][2] = {
      {"soft hit", "40"},   {"hard base", "14"},   {"hard per armour", "5"}, {"dug-in armour", "4"},
      {"works base", "88"}, {"works floor", "70"}, {"works per", "8"},       {"approach", "10"},
      {"rally", "4"},       {"overcast", "90"},    {"very dry", "90"},       {"fog", "70"}};
  /* the ruling of QB.9 */
  static const char *const steps[6][2] = {{"0", "0"},   {"75", "1"},  {"95", "4"},
                                          {"140", "5"}, {"190", "7"}, {"280", "9"}};
  static const int cover[MAX_BOARDS] = {80, 75, 75, 75, 70, 85, 70, 75, 90, 65, 45, 60};
  struct kit *k = kit_open("campaign");
  const struct own *o = own(k->book);
  same_table(k->book, "dugin", &dugin[0][0], 4, 2);
  same_table(k->book, "piles", &piles[0][0], 3, 3);
  same_table(k->book, "oba", &oba[0][0], 6, 2);
  same_table(k->book, "promotion", &promotion[0][0], 4, 2);
  same_table(k->book, "elr", &elr[0][0], 3, 2);
  same_table(k->book, "fire", &fire[0][0], 11, 2);
  same_table(k->book, "quick", &quick[0][0], 12, 2);
  same_table(k->book, "steps", &steps[0][0], 6, 2);
  for (int i = 0; i < MAX_BOARDS; i++)
    assert_int_equal(o->board[i].cover, cover[i]);
  for (int side = 0; side < 2; side++) /* what the program made of them */
    for (int g = 0; g < o->ngroups[side]; g++) {
      int want = 0;
      for (int i = 0; i < 6; i++)
        if (atoi(oba[i][0]) == o->group[side][g].calibre)
          want = atoi(oba[i][1]);
      assert_int_equal(o->group[side][g].fire, want);
    }
  kit_close(k);
}

/* 6.3, 6.10, 3.9, 3.11: half-squads, replacements, points, crews with their Guns, portage, circled
 * breakdown numbers. */
static void units_and_weapons(void **unused) {
  (void)unused;
  static const struct {
    const char *id, *half, *replaced;
    int cvp, flags;
  } units[] = {{"658", "348", NULL, 2, T_UNDERLINED},
               {"838", "338", NULL, 2, T_UNDERLINED},
               {"348", NULL, NULL, 1, T_UNDERLINED},
               {"338", NULL, NULL, 1, T_UNDERLINED},
               {"458", "248", "447", 2, 0},
               {"628", "328", "527", 2, 0},
               {"447", "237", "426", 2, 0},
               {"527", "227", "426", 2, 0},
               {"426", "226", NULL, 2, 0},
               {"248", NULL, "237", 1, 0},
               {"328", NULL, "227", 1, 0},
               {"237", NULL, "226", 1, 0},
               {"227", NULL, "226", 1, 0},
               {"226", NULL, NULL, 1, 0},
               {"228", NULL, NULL, 1, 0},
               {"hero", NULL, NULL, 1, 0},
               {"MTR81", "228", NULL, 2, T_CIRCLED},
               {"MTR82", "228", NULL, 2, T_CIRCLED},
               {"AT45L", "228", NULL, 2, 0},
               {"AT45LL", "228", NULL, 2, 0},
               {"AT75L", "228", NULL, 3, 0},
               {"INF76", "228", NULL, 3, 0},
               {"ART76L", "228", NULL, 3, T_LARGE},
               {"AA37L", "228", NULL, 2, T_CIRCLED},
               {"AA88L", "228", NULL, 3, T_LARGE},
               {"HMG348", "348", NULL, 1, T_UNDERLINED},
               {"HMG248", "248", NULL, 1, 0},
               {"HMG50", "228", NULL, 1, 0}};
  static const struct {
    const char *id;
    int portage;
    bool mg, circled;
  } weapons[SW] = {{"LMG", 1, true, false}, {"MMG", 4, true, false}, {"ATR", 1, false, true},
                   {"FT", 1, false, false}, {"DC", 1, false, false}, {"MTR50", 2, false, true}};
  static const int grade_cvp[8] = {1, 1, 1, 2, 2, 3, 3, 4}; /* 1 + L, 6+1 1 */
  struct kit *k = kit_open("campaign");
  const struct own *o = own(k->book);
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    const struct type *t = type_named(o, units[i].id);
    assert_non_null(t);
    if (t->cvp != units[i].cvp ||
        (t->flags & (T_UNDERLINED | T_CIRCLED | T_LARGE)) != units[i].flags)
      fail_msg("%s: %d points, flags %x", units[i].id, t->cvp, t->flags);
    assert_string_equal(t->half ? o->type[t->half].id : "", units[i].half ? units[i].half : "");
    assert_string_equal(t->replaced ? o->type[t->replaced].id : "",
                        units[i].replaced ? units[i].replaced : "");
  }
  for (int i = 0; i < 8; i++)
    assert_int_equal(o->type[o->grade[i]].cvp, grade_cvp[i]);
  for (int i = 0; i < SW; i++) {
    assert_string_equal(o->weapon[i].id, weapons[i].id);
    assert_int_equal(o->weapon[i].portage, weapons[i].portage);
    assert_int_equal(o->weapon[i].mg, weapons[i].mg);
    assert_int_equal(o->weapon[i].circled, weapons[i].circled);
  }
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(printed_tables),
                                     cmocka_unit_test(charts),
                                     cmocka_unit_test(quick_battle_values),
                                     cmocka_unit_test(victory_locations),
                                     cmocka_unit_test(roads),
                                     cmocka_unit_test(figures_in_sentences),
                                     cmocka_unit_test(units_and_weapons)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
