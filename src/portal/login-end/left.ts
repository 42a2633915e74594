import { antiForgery, readAntiForgeryToken, readCookie } from '#protocol/conventions.ts'
import type { LoginLeft } from '#protocol/platform.ts'
import { LOGIN_LEFT_PATH, isRecord, noCacheRequestHeaders, unwrap } from '#protocol/reading.ts'

/** What a tab learns of its login; undefined where nobody answered. */
export type Reply = LoginLeft | 'over' | undefined

/** Asks how long the login lasts, and does not make it last longer. */
export const askLeft = () => ask({ headers: noCacheRequestHeaders })

/** Says that one is there: the login begins its half hour anew. */
export function goOn() {
  const token = readAntiForgeryToken((name) => readCookie(document.cookie, name)) ?? ''
  return ask({ method: 'POST', headers: { [antiForgery.header]: token } })
}

async function ask(init: RequestInit): Promise<Reply> {
  try {
    const answer = await fetch(LOGIN_LEFT_PATH, init)
    if (answer.status === 401) return 'over'
    const left = answer.ok ? unwrap(await answer.json())?.result : undefined
    return isLeft(left) ? left : undefined
  } catch {
    return undefined
  }
}

const isLeft = (left: unknown): left is LoginLeft =>
  isRecord(left) && typeof left['secondsLeft'] === 'number' && typeof left['canGoOn'] === 'boolean'
