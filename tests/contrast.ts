/** The colours of a block of custom properties, by role. */
export function colours(block: string): Map<string, string> {
  const found = block.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6});/g)
  return new Map(Array.from(found, ([, name = '', hex = '']) => [name, hex]))
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 to 21, as WCAG 2.2 defines it. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}
