/** Counts failed logins: 5 for a login ID or 30 from an address within 15 minutes shut the door. */
export type LoginAttempts = {
  /** Seconds to wait before the next attempt, or 0. */
  waitSeconds(loginId: string, address: string): number
  failed(loginId: string, address: string): void
  succeeded(loginId: string): void
}

const windowSeconds = 15 * 60
const limits = { loginId: 5, address: 30 }

export function createLoginAttempts(now: () => Temporal.Instant): LoginAttempts {
  const failures = new Map<string, number[]>()
  const seconds = () => Math.floor(now().epochMilliseconds / 1000)

  const recent = (key: string): number[] => {
    const at = seconds()
    const within = (failures.get(key) ?? []).filter(
      (time) => time <= at && time > at - windowSeconds,
    )
    if (within.length === 0) failures.delete(key)
    else failures.set(key, within)
    return within
  }
  const waitFor = (key: string, limit: number): number => {
    const times = recent(key)
    const first = times[times.length - limit]
    return first === undefined ? 0 : first + windowSeconds - seconds()
  }
  const note = (key: string) => failures.set(key, [...recent(key), seconds()])

  return {
    waitSeconds: (loginId, address) =>
      Math.max(
        waitFor(`loginId:${loginId}`, limits.loginId),
        waitFor(`address:${address}`, limits.address),
      ),
    failed(loginId, address) {
      note(`loginId:${loginId}`)
      note(`address:${address}`)
    },
    succeeded(loginId) {
      failures.delete(`loginId:${loginId}`)
    },
  }
}
