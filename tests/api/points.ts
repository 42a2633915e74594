import { addConsent, consentTextOn } from '#backend/partner/public.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { startPoints } from '#demo/stand-ins/platform/points.ts'
import type { Harness } from './harness.ts'
import { insertLink } from '#demo/seed/points.ts'

const wireSecret = 'points-wire-points-wire-points-wire'
const clientSecret = 'points-test-points-test-points-test-'

/** The points partner's stand-in with accounts of these names, and the settings by which a portal finds it. */
export async function startTestPoints(names: readonly string[], at = '2026-11-20T10:00:00+09:00') {
  const points = await startPoints({
    port: 0,
    dataFile: ':memory:',
    secret: wireSecret,
    now: () => Temporal.Instant.from(at),
    hangsUp: true,
    accounts: names.map((loginId) => ({
      sub: loginId,
      loginId,
      password: 'points',
      name: loginId,
      points: 1000,
    })),
    clients: [
      {
        clientId: 'portal',
        clientSecret,
        redirectUris: ['http://localhost:3000/point/return'],
        postLogoutRedirectUris: [],
      },
    ],
  })
  const asked = { headers: { Authorization: `Bearer ${wireSecret}` } }

  /** What the member has there: 1,000 points at first. */
  async function balanceOf(partnerId: string) {
    const answer = await fetch(`${points.url}/members/${partnerId}/balance`, asked)
    const { points: balance }: { points: number } = await answer.json()
    return balance
  }

  /** What the partner plays with the next calls. */
  const partnerIs = (mode: string, target = '/movements', times = 1) =>
    fetch(`${points.url}/__faults`, {
      method: 'POST',
      body: JSON.stringify(mode === 'off' ? { mode } : { mode, target, times }),
    })

  return {
    points,
    balanceOf,
    partnerIs,
    settings: {
      POINTS_ISSUER: points.url,
      POINTS_CLIENT_SECRET: clientSecret,
      POINTS_URL: points.url,
      POINTS_SECRET: wireSecret,
    },
  }
}

/** Links the account with its points, and agrees that they are gathered, at the harness's time. */
export async function linkPoints(
  { database: { db }, services: { sealing }, clock }: Harness,
  accountId: string,
  partnerId: string,
  { agreed = true }: { agreed?: boolean } = {},
) {
  const now = clock.now()
  await insertLink(db, sealing, { accountId, partnerId, now })
  const textVersion = consentTextOn(toTokyoDate(now)).version
  if (agreed) await addConsent(db, { accountId, sequence: 1, agreed, textVersion }, now)
}
