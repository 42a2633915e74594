// Plain JavaScript: tools/first-run.mjs reads this under any Node >= 20, before anything is installed.
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { processStamp } from './live-process.mjs'

/**
 * One holder among all processes of this machine. A holder that was killed holds nothing: the
 * file names its process, and a dead one's is taken away.
 * Answers the lock, or the process that has it. The folder of `file` must exist.
 */
export function tryLock(file) {
  const mine = `${process.pid} ${processStamp(process.pid)} ${randomBytes(6).toString('hex')}`
  for (;;) {
    if (linkWithContent(file, mine)) return { release: () => releaseIfMine(file, mine) }
    const holder = readOrNothing(file)
    if (holder === undefined) continue
    const living = livingHolder(holder)
    if (living) return { heldBy: living }
    bury(file, holder)
  }
}

/** Waits until nobody else holds it; `onWait` hears once which process does. */
export async function waitForLock(file, onWait) {
  for (let isLogged = false; ; isLogged = true) {
    const lock = tryLock(file)
    if (lock.heldBy === undefined) return lock
    if (!isLogged) onWait(lock.heldBy)
    await pause(200)
  }
}

/** The process that holds the lock now, or undefined. */
export function lockHolder(file) {
  const holder = readOrNothing(file)
  return holder === undefined ? undefined : livingHolder(holder)
}

/** A link appears with its content in one step, so nobody ever reads a half-written lock. */
function linkWithContent(file, content) {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, content, { mode: 0o644 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function livingHolder(content) {
  const [pid, stamp] = content.split(' ')
  return processStamp(Number(pid)) === stamp ? Number(pid) : undefined
}

/** Takes the dead holder's file away, and puts it back if a living one was quicker. */
function bury(file, holder) {
  const grave = `${file}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(file, grave)
    if (readFileSync(grave, 'utf8') !== holder) linkSync(grave, file)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  } finally {
    rmSync(grave, { force: true })
  }
}

function releaseIfMine(file, mine) {
  if (readOrNothing(file) === mine) rmSync(file, { force: true })
}

function readOrNothing(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}
