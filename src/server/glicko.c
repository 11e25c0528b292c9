/* glicko.c - see glicko.h. The Greek letters of the paper have their names here: mu and phi are
 * rating and deviation on its own scale, delta is the improvement the games suggest. */
#include "glicko.h"

#include <math.h>

static const double SCALE = 173.7178;     /* rating points to one unit of mu */
static const double TAU = 0.5;            /* how quickly volatility may change */
static const double MOST_DEVIATION = 350; /* nobody is less certain than a newcomer */
static const double LEAST_DEVIATION = 30; /* nobody so certain that the rating stands still */
static const double CLOSE_ENOUGH = 1e-6;  /* of the search for the volatility */
static const double MEAN = 1500;
static const double PI = 3.14159265358979323846;

struct glicko glicko_new(void) {
  return (struct glicko){.rating = MEAN, .deviation = MOST_DEVIATION, .volatility = 0.06};
}

/* How much a foe's uncertainty dampens what a game says. */
static double damping(double phi) {
  return 1 / sqrt(1 + 3 * phi * phi / (PI * PI));
}

double glicko_expect(const struct glicko *own, const struct glicko *foe, double edge) {
  double lead = (own->rating + edge - foe->rating) / SCALE;
  return 1 / (1 + exp(-damping(foe->deviation / SCALE) * lead));
}

struct search { /* for the volatility: the root of step 5 of the paper */
  double delta, phi, v, a;
};
static double slope(const struct search *s, double x) {
  double e = exp(x);
  double spread = s->phi * s->phi + s->v + e;
  double up = e * (s->delta * s->delta - s->phi * s->phi - s->v - e);
  return up / (2 * spread * spread) - (x - s->a) / (TAU * TAU);
}

/* An upper or lower end of the search, so that the root lies between it and a. */
static double other_end(const struct search *s) {
  double surprise = s->delta * s->delta - s->phi * s->phi - s->v;

  if (surprise > 0)
    return log(surprise);
  double k = 1;
  while (slope(s, s->a - k * TAU) < 0)
    k++;
  return s->a - k * TAU;
}

/* The Illinois form of regula falsi, as the paper has it. */
static double new_volatility(const struct search *s) {
  double low = s->a;
  double high = other_end(s);
  double at_low = slope(s, low);
  double at_high = slope(s, high);

  while (fabs(high - low) > CLOSE_ENOUGH) {
    double next = low + (low - high) * at_low / (at_high - at_low);
    double at_next = slope(s, next);
    if (at_next * at_high <= 0) {
      low = high;
      at_low = at_high;
    } else {
      at_low /= 2;
    }
    high = next;
    at_high = at_next;
  }

  return exp(low / 2);
}

static double within(double deviation) {
  if (deviation > MOST_DEVIATION)
    return MOST_DEVIATION;
  return deviation < LEAST_DEVIATION ? LEAST_DEVIATION : deviation;
}

/* On the paper's scale. */
static double aged(double phi, double volatility, double periods) {
  return sqrt(phi * phi + periods * volatility * volatility);
}

double glicko_aged(const struct glicko *g, double periods) {
  return within(SCALE * aged(g->deviation / SCALE, g->volatility, periods));
}

void glicko_update(struct glicko *own, const struct glicko_game *game, size_t n, double periods) {
  double phi = own->deviation / SCALE;
  double information = 0; /* the paper's 1 / v */
  double pull = 0;

  for (size_t i = 0; i < n; i++) {
    double g = damping(game[i].foe.deviation / SCALE);
    double expected = glicko_expect(own, &game[i].foe, game[i].edge);
    information += g * g * expected * (1 - expected);
    pull += g * (game[i].score - expected);
  }
  if (n) {
    struct search s = {.delta = pull / information, .phi = phi, .v = 1 / information};
    s.a = log(own->volatility * own->volatility);
    own->volatility = new_volatility(&s);
  }
  double before = aged(phi, own->volatility, periods);
  double after = 1 / sqrt(1 / (before * before) + information);
  own->rating += SCALE * after * after * pull;
  own->deviation = within(SCALE * after);
}
