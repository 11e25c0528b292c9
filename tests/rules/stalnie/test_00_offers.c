/* test_00_offers.c - what is offered is what is legal, no more and no less: every operand of every
 * verb, at decisions of every kind. */
#include "kit.h"

/* How often each kind of decision is looked at, by side and scenario. */
static int looks(void) {
  return getenv("SALIENT_SOAK") ? 4 : 1;
}

static int operands(const struct sal_book *b, const struct sal_verb *v, int k) {
  int words = 0;
  switch (v->arg[k]) {
  case SAL_ARG_UNIT: return b->ncounters;
  case SAL_ARG_HEX: return b->board.cells;
  case SAL_ARG_NUM: return k == 0 && v->arg[1] == SAL_ARG_WORD ? 110 : 13;
  case SAL_ARG_WORD:
    while (v->words[words])
      words++;
    return words;
  default: return 1;
  }
}

/* A listed action may stand for a range of numbers. */
static bool in_range(const struct kit *k, int side, struct sal_action a) {
  for (uint32_t i = 0; i < k->list.n; i++) {
    struct sal_offer o;
    struct sal_action b = a;
    if (k->list.a[i].verb != a.verb)
      continue;
    sal_offer_fill(k->book, k->list.a[i], &o);
    k->book->rules->offer(&k->play, side, k->list.a[i], &o);
    if (!o.vary)
      continue;
    b.x[o.vary - 1] = k->list.a[i].x[o.vary - 1];
    if (sal_same(b, k->list.a[i]) && a.x[o.vary - 1] >= o.vary_min && a.x[o.vary - 1] <= o.vary_max)
      return true;
  }
  return false;
}

static void same_as_offered(struct kit *k, int side, struct sal_action a) {
  bool legal = sal_check(&k->play, side, a, NULL);
  bool listed = sal_list_has(&k->list, a);
  char text[80];
  if (legal == listed || (legal && in_range(k, side, a)))
    return;
  sal_action_print(k->book, a, text, sizeof text);
  fail_msg("%s: '%s' of the %s side is %s", sal_node_of(&k->play)->id, text, side_title(side),
           legal ? "legal and not offered" : "offered and not legal");
}

static void every_combination(struct kit *k, int side, int verb, const int n[3]) {
  for (int x = 0; x < n[0]; x++)
    for (int y = 0; y < n[1]; y++)
      for (int z = 0; z < n[2]; z++)
        same_as_offered(k, side, sal_act(verb, x, y, z));
}

/* Every value of each operand, the others being those of some action. */
static void every_value(struct kit *k, int side, int verb, const int n[3]) {
  const struct sal_board *b = &k->book->board;
  const struct sal_verb *v = &k->book->rules->verbs[verb];
  for (int i = 0; i < 3; i++)
    for (int value = 0; value < n[i]; value++) {
      struct sal_action a = sal_act(verb, 0, 0, 0);
      for (int other = 0; other < 3; other++)
        if (v->arg[other] == SAL_ARG_HEX)
          a.x[other] = b->order[b->nhexes / 2];
      a.x[i] = (uint16_t)value;
      same_as_offered(k, side, a);
    }
}

static bool any_offered(const struct kit *k, int verb) {
  for (uint32_t i = 0; i < k->list.n; i++)
    if (k->list.a[i].verb == verb)
      return true;
  return false;
}

/* Verbs of which nothing is offered belong to other decisions: it is enough to try each of their
 * operands by itself. `soak` tries every combination of them too. Two units are too many anywhere
 * but where crews go over. */
static void compare(struct kit *k, int side) {
  sal_legal(&k->play, side, &k->list);
  for (int v = 0; v < V_COUNT; v++) {
    int n[3];
    for (int i = 0; i < 3; i++)
      n[i] = operands(k->book, &k->book->rules->verbs[v], i);
    bool too_many = n[0] > 100 && n[1] > 100 && kit_node(k) != N_CREWS;
    bool all = any_offered(k, v) || looks() > 1;
    if (all && !too_many)
      every_combination(k, side, v, n);
    else
      every_value(k, side, v, n);
  }
}

/* Random play, but in a purchase, a chain or a set-up not for ever. */
/* Some verbs have many more operands than others: first a verb, then one of its actions. */
static struct sal_action of_some_verb(struct kit *k, struct sal_rng *pick) {
  uint32_t first[V_COUNT];
  uint32_t n = 0;
  for (uint32_t i = 0; i < k->list.n; i++)
    if (!i || k->list.a[i].verb != k->list.a[i - 1].verb)
      first[n++] = i;
  uint32_t verb = sal_rng_below(pick, n);
  uint32_t end = verb + 1 < n ? first[verb + 1] : k->list.n;
  return k->list.a[first[verb] + sal_rng_below(pick, end - first[verb])];
}
static void one_step(struct kit *k, struct sal_rng *pick) {
  uint32_t who = sal_actors(&k->play);
  int side = who == SAL_BOTH ? (int)sal_rng_below(pick, 2) : who == SAL_BIT(GER) ? GER : RUS;
  int node = kit_node(k);
  sal_legal(&k->play, side, &k->list);
  struct sal_action a = k->list.a[sal_rng_below(pick, k->list.n)];
  if (node == N_RESULT)
    a = of_some_verb(k, pick);
  bool long_one = node == N_CHAIN || node == N_SETUP || node == N_FORT;
  for (uint32_t i = 0; long_one && i < k->list.n && sal_rng_below(pick, 12) == 0; i++)
    if (k->list.a[i].verb == V_COMMIT || k->list.a[i].verb == V_DONE ||
        k->list.a[i].verb == V_SUBMIT)
      a = k->list.a[i];
  kit_ready(k);
  sal_apply(&k->play, side, a);
}

static void play(struct kit *k, uint64_t seed, int visits[N_COUNT][2][4]) {
  enum { APART = 7 }; /* decisions between two looks, so that the second is another position */
  struct sal_rng pick;
  int most = APART * looks();
  sal_rng_seed(&pick, seed);
  for (int n = 0; kit_node(k) >= 0 && n < 6000; n++) {
    for (int side = 0; side < 2; side++) {
      if (!(sal_actors(&k->play) & SAL_BIT(side)))
        continue;
      int visit = visits[kit_node(k)][side][kit_state(k)->scenario - 1]++;
      if (visit % APART == 0 && visit < most)
        compare(k, side);
    }
    one_step(k, &pick);
  }
}

/* The quick battle's campaign: every node of it. */
static void campaigns(void **unused) {
  (void)unused;
  int visits[N_COUNT][2][4] = {{{0}}};
  struct kit *k = kit_open("campaign");
  for (uint64_t seed = 1; seed <= 16; seed++) {
    kit_start(k, seed);
    play(k, seed, visits);
  }
  static const int nodes[] = {N_BUY,   N_FORT,    N_RECON,  N_CHIT,   N_OBSERVER, N_SETUP,
                              N_PUT,   N_INSPECT, N_ORDERS, N_BATTLE, N_CHAIN,    N_ESCAPE,
                              N_STACK, N_HARDEN,  N_CREWS,  N_RECALL};
  for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; i++) {
    int n = 0;
    for (int side = 0; side < 2; side++)
      for (int s = 0; s < 4; s++)
        n += visits[nodes[i]][side][s];
    if (!n)
      fail_msg("%s was never reached", k->book->rules->nodes[nodes[i]]->id);
  }
  kit_close(k);
}

/* Table mode: a result is entered at random. */
static void results(void **unused) {
  (void)unused;
  int visits[N_COUNT][2][4] = {{{0}}};
  struct kit *k = kit_open("campaign");
  for (uint64_t seed = 1; seed <= 2; seed++) {
    struct sal_rng pick;
    kit_start(k, seed);
    kit_state(k)->head.option[0] = 1;
    kit_until(k, "play.1");
    sal_rng_seed(&pick, seed);
    for (int n = 0; n < 240 && kit_node(k) >= 0; n++) {
      int side = sal_actors(&k->play) & SAL_BIT(GER) ? GER : RUS;
      if (visits[kit_node(k)][side][0]++ % 40 == 0)
        compare(k, side);
      one_step(k, &pick);
    }
  }
  static const int nodes[] = {N_RESULT, N_ENTRY, N_GROUND};
  for (int i = 0; i < 3; i++)
    if (!(visits[nodes[i]][GER][0] + visits[nodes[i]][RUS][0]))
      fail_msg("%s was never reached", k->book->rules->nodes[nodes[i]]->id);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(campaigns), cmocka_unit_test(results)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
