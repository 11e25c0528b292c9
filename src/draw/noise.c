/* noise.c - value noise hashed from lattice coordinates.
 *
 * Nothing is seeded: a place always has the same noise, so a map looks the same in every picture of
 * it.
 */
#include "picture.h"

/* Scrambles three lattice numbers into 32 bits. */
static uint32_t mix(uint32_t x, uint32_t y, uint32_t k) {
  uint32_t h = x * 0x9e3779b1u ^ y * 0x85ebca77u ^ k * 0xc2b2ae3du;

  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  h ^= h >> 12;
  h *= 0x297a2d39u;
  h ^= h >> 15;
  return h;
}

double noise_dice(int x, int y, int k) {
  return mix((uint32_t)x, (uint32_t)y, (uint32_t)k + 77u) / 4294967296.0;
}

/* Noise between lattice points, with a smooth step so that no grid shows. */
static double value(struct pt p, uint32_t k) {
  double fx = floor(p.x);
  double fy = floor(p.y);
  uint32_t x = (uint32_t)(int32_t)fx;
  uint32_t y = (uint32_t)(int32_t)fy;
  double u = p.x - fx;
  double v = p.y - fy;

  u = u * u * (3 - 2 * u);
  v = v * v * (3 - 2 * v);
  double a = mix(x, y, k);
  double b = mix(x + 1, y, k);
  double c = mix(x, y + 1, k);
  double d = mix(x + 1, y + 1, k);
  return ((a + (b - a) * u) * (1 - v) + (c + (d - c) * u) * v) / 4294967296.0;
}

/* Several octaves of noise added up: large shapes with small detail. */
double noise_fbm(int octaves, struct pt p) {
  double sum = 0;
  double weight = 1;
  double all = 0;

  p = pt(p.x * .8 - p.y * .6, p.x * .6 + p.y * .8);
  for (int i = 0; i < octaves; i++) {
    sum += weight * value(p, (uint32_t)i);
    all += weight;
    weight *= 0.5;
    /* turned, so that no lattice shows */
    p = mul(pt(p.x * .8 - p.y * .6, p.x * .6 + p.y * .8), 2.03);
  }

  return sum / all;
}
