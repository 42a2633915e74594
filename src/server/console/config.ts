import { z } from 'zod'
import type { GroupRoles } from '#domain/console/groups.ts'
import { staffRoles } from '#vocabulary/console.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { sentenceOf, url } from '../config/config.ts'
import { isThisMachine, isWeak, originFaults } from '../config/production-faults.ts'
import { list, secret } from '../config/values.ts'

const role = z.enum(namesOf(staffRoles), `must name roles of ${namesOf(staffRoles).join(', ')}`)

/** Which group gives which role: `portal-desk=desk,portal-leads=lead`. */
const groupRoles = list
  .transform((pairs) => pairs.map((pair) => splitAtLast(pair)))
  .pipe(
    z
      .array(z.tuple([z.string().min(1, 'must be pairs like portal-desk=desk'), role]))
      .min(1, 'must name a group'),
  )

/** A group may be a distinguished name, with signs of equality in it. */
function splitAtLast(pair: string): [string, string] {
  const at = pair.lastIndexOf('=')
  return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()]
}

const environment = z.object({
  /** Where staff reach the console: an origin of its own. */
  CONSOLE_URL: url,
  CONSOLE_PORT: z.coerce.number().int().min(1).max(65535).default(3001),
  CONSOLE_SESSION_SECRET: secret,
  CONSOLE_OIDC_ISSUER: url,
  CONSOLE_OIDC_CLIENT_ID: z.string().min(1),
  CONSOLE_OIDC_CLIENT_SECRET: z.string().min(1),
  /** What is asked of the directory; `openid` has to be among it, and what makes it give a refresh token. */
  CONSOLE_OIDC_SCOPE: z
    .string()
    .regex(/(^| )openid( |$)/, 'must hold openid')
    .default('openid profile groups offline_access'),
  /** The `acr` of a login with a second factor, as the directory writes it. */
  CONSOLE_OIDC_SECOND_FACTOR_ACR: z
    .string()
    .regex(/^\S+$/, 'must be one word')
    .default('https://refeds.org/profile/mfa'),
  CONSOLE_OIDC_GROUPS_CLAIM: z.string().min(1).default('groups'),
  CONSOLE_GROUPS: groupRoles,
})

export type ConsoleConfig = Omit<z.output<typeof environment>, 'CONSOLE_GROUPS'> & {
  readonly CONSOLE_GROUPS: GroupRoles
}

/**
 * What only the console is told, beside what every part is.
 * @throws StartRefusal with one sentence that names what is missing, malformed, or unsafe
 */
export function readConsoleConfig(
  env: NodeJS.ProcessEnv,
  portal: { readonly PUBLIC_URL: string; readonly SESSION_SECRET: string },
): ConsoleConfig {
  const parsed = environment.safeParse(env)
  if (!parsed.success) throw new StartRefusal(sentenceOf(parsed.error))
  const faults = faultsOf(parsed.data, portal)
  if (faults.length > 0)
    throw new StartRefusal(
      `The configuration is not safe: ${faults.join('; ')}. Change it in the environment (docs/operations.md lists every variable).`,
    )
  return parsed.data
}

function faultsOf(
  config: z.output<typeof environment>,
  portal: { readonly PUBLIC_URL: string; readonly SESSION_SECRET: string },
): string[] {
  const faults = originFaults('CONSOLE_URL', config.CONSOLE_URL)
  const issuer = new URL(config.CONSOLE_OIDC_ISSUER)
  if (issuer.protocol !== 'https:' && !isThisMachine(issuer))
    faults.push('CONSOLE_OIDC_ISSUER must begin with https://')
  if (isWeak(config.CONSOLE_SESSION_SECRET)) faults.push('CONSOLE_SESSION_SECRET can be guessed')
  // A script of one origin must not reach the other's cookies.
  if (config.CONSOLE_URL === portal.PUBLIC_URL) faults.push('CONSOLE_URL is the same as PUBLIC_URL')
  if (config.CONSOLE_SESSION_SECRET === portal.SESSION_SECRET)
    faults.push('CONSOLE_SESSION_SECRET is the same as SESSION_SECRET')
  return faults
}
