/** A 32-bit hash of a text (FNV-1a): the same on every machine. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** An even number in [0, 1) that depends on nothing but its arguments (murmur3's finaliser). */
export function chance(seed: number, hour: number, salt: number): number {
  let mixed = (seed ^ Math.imul(hour, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca77)) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 0x1_0000_0000
}

/** `count` digits made from a text. */
export function digitsOf(text: string, count: number): string {
  const seed = hashText(text)
  return Array.from({ length: count }, (_none, index) =>
    Math.floor(chance(seed, index, 77) * 10),
  ).join('')
}
