import { createCookie } from 'react-router'

/**
 * Carries the EID of 入力 to 確認: the number of a member's device stands in no address, history or log. It is the
 * member's own browser that keeps it, for ten minutes; the API checks it as anything typed.
 */
const cookie = createCookie('sim_eid', {
  path: '/mypage/sim',
  httpOnly: true,
  sameSite: 'lax',
  maxAge: 600,
})

export async function keptEid(request: Request): Promise<string> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'))
  return typeof value === 'string' ? value : ''
}

/** Headers of the answer that leads on to 確認; an empty EID forgets the one before. */
export async function keepEid(eid: string, origin: string): Promise<HeadersInit> {
  const secure = origin.startsWith('https:')
  return { 'Set-Cookie': await cookie.serialize(eid, { secure, ...(eid === '' && { maxAge: 0 }) }) }
}
