import { api } from '#protocol/index.ts'
import { pages } from '#vocabulary/pages.ts'
import type { FamilyRole } from '#vocabulary/family.ts'
import type { Harness } from './harness.ts'
import { makeMember } from './members.ts'

/** A share contract of three lines, and people who are invited to it. */
export function familyDesk(harness: Harness, prefix: string) {
  let serial = 0

  async function holder(lines = 3) {
    const loginId = `${prefix}-holder-${(serial += 1)}`
    const made = await makeMember(harness, {
      loginId,
      planCode: 20,
      course: 'share',
      lines: Array.from({ length: lines }, () => ({})),
    })
    return { ...made, loginId }
  }
  type Holder = Awaited<ReturnType<typeof holder>>

  /** @returns the secret of the link, and the role's id */
  async function inviteTo(from: Pick<Holder, 'call'>, role: FamilyRole, lineId?: string) {
    const { roleId, url = '' } = await from.call(api.familyInvitationPost, {
      body: { role, name: '蓮', ...(lineId !== undefined && { lineId }) },
    })
    const link = new URL(url)
    if (link.pathname !== pages.familyJoin) throw new Error(`${url} leads elsewhere`)
    return { secret: link.searchParams.get('t') ?? '', roleId }
  }

  /** Somebody with a login of their own, who has accepted and stands there. */
  async function member(from: Pick<Holder, 'call'>, role: FamilyRole, lineId?: string) {
    const loginId = `${prefix}-member-${(serial += 1)}`
    const person = await harness.signIn(loginId)
    const { secret, roleId } = await inviteTo(from, role, lineId)
    await person.call(api.familyAcceptPost, { body: { secret } })
    await person.call(api.familyPlacePut, { body: { roleId } })
    return { ...person, session: person.secret, roleId, secret, loginId }
  }

  return { holder, inviteTo, member }
}
