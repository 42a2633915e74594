import type { Task } from '#backend/jobs/due-work.ts'
import type { Harness } from './harness.ts'

type Of = Pick<Harness, 'services' | 'clock'>

/** Runs the tasks of these names, one after the other, at the present hour of the clock. */
export async function runTasks(harness: Of, ...names: readonly string[]): Promise<void> {
  for (const name of names) await taskOf(harness, name).run(harness.clock.now())
}

/** Runs those whose names match, in the worker's order. */
export async function runTasksLike(harness: Of, names: RegExp): Promise<void> {
  const tasks = allTasks(harness).filter(({ name }) => names.test(name))
  if (tasks.length === 0) throw new Error(`no task is like ${String(names)}`)
  for (const task of tasks) await task.run(harness.clock.now())
}

/** @throws for a name that no task has: a test that runs nothing would see nothing wrong. */
export function taskOf(harness: Of, name: string): Task {
  const task = allTasks(harness).find((one) => one.name === name)
  if (task === undefined) throw new Error(`no task ${name}`)
  return task
}

const allTasks = ({ services }: Of) => services.work.flatMap((part) => part.tasks ?? [])
