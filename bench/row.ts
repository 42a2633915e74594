/** One line of a benchmark's table: a time against its anchor, measured alternately in the same run. */
export type Row = {
  /** Number of the goal, like P9; none for what is shown for orientation. */
  goal?: string
  what: string
  /** Of both figures; milliseconds unless said. */
  unit?: 'kB' | 'GB' | '%' | 'a second'
  medianMs: number
  anchor: string
  anchorMs: number
  /** How many times the anchor's speed, or of its time, as the goal is written. */
  ratio: number
  /** What the ratio must be. */
  wanted?: { atLeast: number } | { atMost: number }
}

export function isMet({ ratio, wanted }: Row): boolean | undefined {
  if (wanted === undefined) return undefined
  return 'atLeast' in wanted ? ratio >= wanted.atLeast : ratio <= wanted.atMost
}

/** Runs the contenders in turn, round after round, so that a busy machine slows them alike; gives medians by name. */
export async function alternate<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, () => Promise<void>>>,
): Promise<(name: Name) => number> {
  const runs = Object.entries<() => Promise<void>>(contenders)
  const times = new Map<string, number[]>(runs.map(([name]) => [name, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const [name, run] of runs) {
      const begin = performance.now()
      await run()
      times.get(name)?.push(performance.now() - begin)
    }
  return (name) => median(times.get(name) ?? [])
}

export function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
