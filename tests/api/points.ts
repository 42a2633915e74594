import { startPoints } from '#simulators/platform/points.ts'

const clientSecret = 'points-test-points-test-points-test-'

/** The points partner's stand-in with accounts of these names, and the settings by which a portal finds it. */
export async function startTestPoints(names: readonly string[], at = '2026-11-20T10:00:00+09:00') {
  const points = await startPoints({
    port: 0,
    dataFile: ':memory:',
    now: () => Temporal.Instant.from(at),
    accounts: names.map((loginId) => ({
      sub: loginId,
      loginId,
      password: 'points',
      name: loginId,
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
  return {
    points,
    settings: { POINTS_ISSUER: points.url, POINTS_CLIENT_SECRET: clientSecret },
  }
}
