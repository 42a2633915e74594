import type { Sweep } from '#backend/jobs/due-work.ts'
import type { Harness } from './harness.ts'

type Of = Pick<Harness, 'services' | 'clock'>

/** Runs the sweeps of these names, one after the other, at the present hour of the clock. */
export async function runSweeps(harness: Of, ...names: readonly string[]): Promise<void> {
  for (const name of names) await sweepOf(harness, name).run(harness.clock.now())
}

/** Runs those whose names match, in the worker's order. */
export async function runSweepsLike(harness: Of, names: RegExp): Promise<void> {
  const sweeps = allSweeps(harness).filter(({ name }) => names.test(name))
  if (sweeps.length === 0) throw new Error(`no sweep is like ${String(names)}`)
  for (const sweep of sweeps) await sweep.run(harness.clock.now())
}

/** @throws for a name that no sweep has: a test that runs nothing would see nothing wrong. */
export function sweepOf(harness: Of, name: string): Sweep {
  const sweep = allSweeps(harness).find((one) => one.name === name)
  if (sweep === undefined) throw new Error(`no sweep ${name}`)
  return sweep
}

const allSweeps = ({ services }: Of) => services.work.flatMap((part) => part.sweeps ?? [])
