import { z } from 'zod'

export const secret = z.string().min(32, 'must have at least 32 characters')

/** Several values in one variable, separated by commas; none when it is not set. */
export const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((one) => one.trim() || []))

const readClaims = ['name', 'email', 'preferred_username', 'staff'] as const

/** Other names of the claims that are read: `email=mail,staff=groups:portal-staff` (docs/logins.md). */
export const claimNames = list
  .transform((pairs) => Object.fromEntries(pairs.map((pair) => splitAt(pair))))
  .pipe(
    z.partialRecord(
      z.enum(readClaims, `names none of ${readClaims.join(', ')}`),
      z.string().min(1, 'must be pairs like email=mail'),
    ),
  )

function splitAt(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return at < 0 ? [pair, ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
}

/** The push services of Chrome and Edge, Firefox, Safari, and Edge on Windows: what a browser gives lies at one of them. */
const knownPushServices = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.notify.windows.com',
]

const pushService = z
  .string()
  .regex(/^(\*\.)?([a-z\d-]+\.)+[a-z]{2,}$|^http:\/\/127\.0\.0\.1:\d+$/, 'must be hosts')

/** Receivers of events on this machine, which production refuses: for tests and for trying the demo. */
export const ownOrigins = list.pipe(
  z.array(z.string().regex(/^https?:\/\/(127\.0\.0\.1|localhost):\d+$/, 'must be origins here')),
)

/** An origin on this machine is a stand-in, which production refuses. */
export const pushServices = list
  .transform((given) => (given.length === 0 ? knownPushServices : given))
  .pipe(z.array(pushService))
