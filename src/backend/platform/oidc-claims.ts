import type { IDToken, UserInfoResponse } from 'openid-client'

/** What the portal reads of who logs in, and what the provider calls it where that is otherwise (`OIDC_CLAIMS`). */
export type ClaimNames = {
  readonly [Name in 'name' | 'email' | 'preferred_username' | 'staff']?: string
}

/** Of the ID token, and what the UserInfo endpoint adds. */
export type Claims = IDToken

/** Whether the ID token leaves out what a provider may give at the UserInfo endpoint instead (OpenID Connect Core 5.4). */
export const lacksPerson = (claims: Claims, names: ClaimNames): boolean =>
  [names.name ?? 'name', names.email ?? 'email'].some((name) => claims[name] === undefined)

/** What the ID token says goes before what was asked for afterwards. */
export const withUserInfo = (claims: Claims, asked: UserInfoResponse | undefined): Claims => ({
  ...claims,
  ...Object.fromEntries(Object.entries(asked ?? {}).filter(([name]) => claims[name] === undefined)),
})

/** The account at the first login, and the right of staff at every one. */
export function personOf(claims: Claims, names: ClaimNames) {
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    loginName: text(names.preferred_username ?? 'preferred_username') || claims.sub,
    name: text(names.name ?? 'name'),
    email: text(names.email ?? 'email'),
    staff: isStaff(claims, names.staff ?? 'staff'),
  }
}

/** The names in a claim that lists a person's groups; none where it is no list. */
export function groupsOf(
  claims: Readonly<Record<string, unknown>>,
  name: string | undefined,
): string[] {
  const said = name === undefined ? undefined : claims[name]
  return Array.isArray(said) ? said.filter((one) => typeof one === 'string') : []
}

/** A claim that is true, or `claim:value` for one that is this value or a list that holds it. */
function isStaff(claims: Claims, asked: string): boolean {
  const [name = '', value] = asked.split(/:(.*)/s)
  const said = claims[name]
  if (value === undefined) return said === true
  return Array.isArray(said) ? said.includes(value) : said === value
}

/**
 * How long before this login the password was typed, in seconds: by the provider's own clock at both ends, so that a
 * clock that is off counts neither for nor against anybody. A provider need not say it, and may have let the browser in
 * by a session of days ago: undefined then (as for the 0 of Glewlwyd 2.7), and the login is never fresh.
 */
export function passwordAgeOf({ iat, auth_time: at }: Claims): number | undefined {
  return typeof at === 'number' && at > 0 ? Math.max(0, iat - at) : undefined
}

/** The level counts; where the provider also says by what means, one of them alone is not enough. */
export function isSecondFactor({ acr, amr }: Claims, wanted: string | undefined): boolean {
  if (wanted === undefined || acr !== wanted) return false
  return !Array.isArray(amr) || amr.includes('mfa') || amr.length > 1
}
