import { api } from '#protocol/index.ts'
import type { Harness } from './harness.ts'
import { makeMember, setProfile } from './members.ts'

/** What a member has registered, but for the contacts. */
export const registered = {
  lastName: '髙橋',
  firstName: '花子',
  lastNameKana: 'タカハシ',
  firstNameKana: 'ハナコ',
  birthYear: '1990',
  birthMonth: '04',
  birthDay: '01',
  gender: 'female',
  zipCode: '1000001',
  region: '東京都',
  locality: '千代田区',
  street: '千代田1-1',
}

type Signed = Awaited<ReturnType<Harness['signIn']>>

/** Members with a whole profile, and how they ask for a change of it. */
export function profileHolders(harness: Harness) {
  let serial = 0
  async function holder(kind: 'voice' | 'data' | 'none') {
    const no = (serial += 1)
    const loginId = `editor${no}`
    const made =
      kind === 'none'
        ? await harness.signIn(loginId)
        : await makeMember(harness, { loginId, lines: [{ kind }] })
    const email = `${loginId}@old.example.jp`
    const phone = `0900000${String(1000 + no)}`
    await setProfile(harness, made.accountId, { ...registered, email, phone })
    return { ...made, loginId, email, phone }
  }

  async function submit(of: Pick<Signed, 'call'>, changes: object) {
    return of.call(api.userEditRegisterPost, {
      body: { step: 'submit', changes },
      idempotencyKey: crypto.randomUUID(),
    })
  }

  return { holder, submit }
}

export type Holder = Awaited<ReturnType<ReturnType<typeof profileHolders>['holder']>>
