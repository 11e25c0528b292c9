/* sprt.c - see sprt.h. The likelihood ratio uses the normal approximation: the mean score of a pair
 * is taken as normal with the variance that was seen. With a handful of pairs that variance is not
 * known yet, so for it alone every outcome counts as seen a quarter of a time. Otherwise ten pairs
 * that end alike would decide anything.
 */
#include "sprt.h"

#include <math.h>

const char *const sprt_word[3] = {"open", "accept", "reject"};

static const double START = 0.25; /* of a pair, for each of the five outcomes */
static const double Z95 = 1.959963984540054;

/* The expected score of a game, 0 to 1, when one bot is `elo` stronger. */
static double score_of(double elo) {
  return 1 / (1 + pow(10, -elo / 400));
}

/* A score as a difference of ratings; certainty is kept finite. */
static double elo_of(double score) {
  const double least = 1e-6;
  score = fmin(fmax(score, least), 1 - least);
  return -400 * log10(1 / score - 1);
}

/* Mean, interval and likelihood ratio of the two hypotheses, from the five outcomes of a pair. */
struct sprt sprt_of(const uint32_t penta[PENTA], double elo0, double elo1) {
  const double alpha = 0.05;
  const double beta = 0.05;
  struct sprt s = {.elo0 = elo0,
                   .elo1 = elo1,
                   .lower = log(beta / (1 - alpha)),
                   .upper = log((1 - beta) / alpha)};
  double pairs = 0;
  double sum = 0;
  double weight = 0;
  double first = 0;
  double second = 0;

  for (int i = 0; i < PENTA; i++) {
    double score = i / (double)(PENTA - 1);
    double count = penta[i] + START;
    pairs += penta[i];
    sum += penta[i] * score;
    weight += count;
    first += count * score;
    second += count * score * score;
  }
  if (pairs == 0)
    return s;
  double mean = sum / pairs;
  double variance = second / weight - first / weight * (first / weight);
  double error = sqrt(variance / pairs);
  double score0 = score_of(elo0);
  double score1 = score_of(elo1);
  s.elo = elo_of(mean);
  s.low = elo_of(mean - Z95 * error);
  s.high = elo_of(mean + Z95 * error);
  s.llr = pairs * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance);
  if (s.llr >= s.upper)
    s.verdict = SPRT_ACCEPT;
  else if (s.llr <= s.lower)
    s.verdict = SPRT_REJECT;

  return s;
}
