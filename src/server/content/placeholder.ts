export type Placeholder = { name: string; argument: string; text: string; index: number }

/** Everything in double braces: `{{price plan.13.voice}}`, `{{brand.service}}`. */
export function findPlaceholders(source: string): Placeholder[] {
  return [...source.matchAll(/\{\{\s*([^\s}]+)\s*([^}]*?)\s*\}\}/g)].map((match) => ({
    name: match[1] ?? '',
    argument: match[2] ?? '',
    text: match[0],
    index: match.index,
  }))
}

export type Resolve = (placeholder: Placeholder) => string | undefined

export class UnknownPlaceholder extends Error {
  readonly line: number
  constructor(text: string, line: number) {
    super(`unknown placeholder ${text} in line ${line}`)
    this.line = line
  }
}

/** Replaces every placeholder; what `resolve` puts in may hold placeholders itself (drawings, lists).
 * Throws UnknownPlaceholder, so that a page with a missing figure is never built. */
export function fillPlaceholders(source: string, resolve: Resolve): string {
  const filled = findPlaceholders(source).reduceRight((text, placeholder) => {
    const value = resolve(placeholder)
    if (value === undefined) {
      throw new UnknownPlaceholder(placeholder.text, lineAt(source, placeholder.index))
    }
    const end = placeholder.index + placeholder.text.length
    return text.slice(0, placeholder.index) + value + text.slice(end)
  }, source)
  return filled === source ? source : fillPlaceholders(filled, resolve)
}

export function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length
}
