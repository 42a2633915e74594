// Plain JavaScript: tools/first-run.mjs reads this under any Node >= 20, before anything is installed.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const onLinux = existsSync('/proc/self/stat')

/**
 * Tells one process from another that got the same number later (reused, or after a reboot).
 * Undefined: no such process lives (a zombie does not live).
 */
export function processStamp(pid) {
  if (!onLinux) return askPs(pid, 'lstart=')
  const stat = readOrNothing(`/proc/${pid}/stat`)
  if (!stat) return undefined
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === 'Z' || state === 'X') return undefined
  const boot = readOrNothing('/proc/sys/kernel/random/boot_id')?.slice(0, 8)
  return `${fields[18]}@${boot}`
}

/** The command line, its arguments joined by spaces; undefined when no such process lives. */
export function processCommand(pid) {
  if (!onLinux) return askPs(pid, 'args=')
  return readOrNothing(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() || undefined
}

function askPs(pid, column) {
  try {
    const answer = execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' })
    return answer.trim() || undefined
  } catch {
    return undefined
  }
}

function readOrNothing(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
