/** One small change of a source text. */
export type Mutant = {
  readonly line: number
  readonly from: string
  readonly to: string
  readonly text: string
}

const swaps: readonly [RegExp, string][] = [
  [/ <= /g, ' < '],
  [/ < /g, ' <= '],
  [/ >= /g, ' > '],
  [/ > /g, ' >= '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' / '],
  [/ \/ /g, ' * '],
  [/ \?\? /g, ' && '],
  [/\bMath\.min\b/g, 'Math.max'],
  [/\bMath\.max\b/g, 'Math.min'],
  [/\bMath\.(?:floor|trunc)\b/g, 'Math.ceil'],
  [/\bMath\.ceil\b/g, 'Math.floor'],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\.findLast\(/g, '.find('],
]

/** Every change of the list above that the text has a place for, and every number made one greater. */
export function mutantsOf(source: string): Mutant[] {
  const code = withoutTextAndComments(source)
  const sites = swaps.flatMap(([pattern, to]) =>
    [...code.matchAll(pattern)].map((match) => ({ at: match.index, from: match[0], to })),
  )
  const numbers = [...code.matchAll(/(?<![\w.#'-])\d[\d_]*(?![\w.])/g)].map((match) => ({
    at: match.index,
    from: match[0],
    to: String(Number(match[0].replaceAll('_', '')) + 1),
  }))
  return [...sites, ...numbers]
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, from, to }) => ({
      line: source.slice(0, at).split('\n').length,
      from: from.trim(),
      to: to.trim(),
      text: source.slice(0, at) + to + source.slice(at + from.length),
    }))
}

/** Of the same length, so that places stay where they are. Types have no operators that stand between spaces. */
function withoutTextAndComments(source: string): string {
  return source.replaceAll(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|^(?:import|export type|type)\b[^\n]*$/gm,
    (text) => text.replaceAll(/[^\n]/g, ' '),
  )
}
