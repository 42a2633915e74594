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
  const began = readStat(pid)?.[18]
  if (!began) return undefined
  const boot = readOrNothing('/proc/sys/kernel/random/boot_id')?.slice(0, 8)
  return `${began}@${boot}`
}

/** Undefined when no such process lives. */
export function processParent(pid) {
  const parent = onLinux ? readStat(pid)?.[0] : askPs(pid, 'ppid=')
  return parent === undefined ? undefined : Number(parent)
}

/** The command line, its arguments joined by spaces; undefined when no such process lives. */
export function processCommand(pid) {
  if (!onLinux) return askPs(pid, 'args=')
  return readOrNothing(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() || undefined
}

/** The fields of /proc/<pid>/stat from the parent on (proc(5)), of a process that lives. */
function readStat(pid) {
  const stat = readOrNothing(`/proc/${pid}/stat`)
  if (!stat) return undefined
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' || state === 'X' ? undefined : fields
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
