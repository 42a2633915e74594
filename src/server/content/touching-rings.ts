type Rings = {
  /** Gigabytes of every ring shown; a ring's area is its gigabytes. */
  sizes: readonly number[]
  own: number
  /** Radius of the ring of one gigabyte. */
  scale: number
  /** Written over the own ring. */
  label?: string
}

/** Rings that touch at their lowest point, as in the mark: the own one filled, larger ones faint. Decoration beside its words. */
export function touchingRings({ sizes, own, scale, label }: Rings): string {
  const radius = (gb: number) => round(scale * Math.sqrt(gb))
  const largest = radius(Math.max(...sizes))
  const side = Math.ceil(2 * largest + 2)
  const base = round(side / 2 + largest)
  const circles = sizes
    .filter((gb) => gb > 0)
    .toSorted((a, b) => b - a)
    .map((gb) => {
      const kind = gb === own ? ' class="rings__own"' : gb < own ? ' class="rings__in"' : ''
      const r = radius(gb)
      return `<circle${kind} cx="${side / 2}" cy="${round(base - r)}" r="${r}"/>`
    })
  const name =
    label === undefined
      ? ''
      : `<text x="${side / 2}" y="${Math.max(20, round(base - 2 * radius(own) - 7))}">${label}</text>`
  const dot = Math.min(5, Math.max(2, round(scale / 3)))
  return [
    `<svg class="rings" aria-hidden="true" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}">`,
    ...circles,
    name,
    `<circle class="rings__dot" cx="${side / 2}" cy="${round(base - dot)}" r="${dot}"/>`,
    '</svg>',
  ].join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
