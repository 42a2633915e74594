import { randomBytes, randomUUID, scryptSync } from 'node:crypto'
import { z } from 'zod'
import { isSame } from '../wire/bearer.ts'
import { firstRow, insertRow, rowOf, run, type Store } from '../wire/store.ts'

/** Someone who can log in; `claims` by scope-bound name, without `sub`. */
export type OidcAccount = {
  /** Who is known and not let in. */
  isBarred?: boolean
  sub: string
  loginId: string
  isPassword: (given: string) => boolean
  claims: Record<string, string | boolean | readonly string[]>
}

/** Whom a provider knows. */
export type Accounts = {
  find: (sub: string) => OidcAccount | undefined
  findByLoginId: (loginId: string) => OidcAccount | undefined
}

type Given = Omit<OidcAccount, 'isPassword'> & { password: string }

/** Those that the provider was started with. */
export function givenAccounts(given: readonly Given[]): Accounts {
  const accounts = given.map(({ password, ...account }): OidcAccount => ({
    ...account,
    isPassword: (typed) => isSame(typed, password),
  }))
  return {
    find: (sub) => accounts.find((one) => one.sub === sub),
    findByLoginId: (loginId) => accounts.find((one) => one.loginId === loginId),
  }
}

export const registeredAccountSchema = `
  CREATE TABLE IF NOT EXISTS registered_account (
    sub TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, name TEXT NOT NULL, salt TEXT NOT NULL,
    password TEXT NOT NULL, is_confirmed INTEGER NOT NULL DEFAULT 0
  ) STRICT;`

const rowSchema = rowOf({
  sub: z.string(),
  email: z.string(),
  name: z.string(),
  salt: z.string(),
  password: z.string(),
  isConfirmed: z.int(),
})
type Row = z.infer<typeof rowSchema>

export type Registration = { email: string; name: string; password: string }

export type RegisteredAccounts = ReturnType<typeof createRegisteredAccounts>

/**
 * Those who registered by themselves: the mail address is the login ID. One whose address was not confirmed yet cannot
 * log in, and gives way to the account that confirms the address.
 */
export function createRegisteredAccounts(store: Store, given: Accounts) {
  const rowBy = (column: 'sub' | 'email', value: string): Row | undefined =>
    firstRow(store, rowSchema, `SELECT * FROM registered_account WHERE ${column} = ?`, value)
  const confirmed = (row: Row | undefined) =>
    row === undefined || row.isConfirmed === 0 ? undefined : toAccount(row)

  return {
    find: (sub: string) => given.find(sub) ?? confirmed(rowBy('sub', sub)),
    findByLoginId: (loginId: string) =>
      given.findByLoginId(loginId) ?? confirmed(rowBy('email', loginId.toLowerCase())),

    /** Keeps what was typed until the address is confirmed. @returns its `sub`; undefined: the address has an account. */
    register({ email, name, password }: Registration): string | undefined {
      const known = rowBy('email', email)
      if (known?.isConfirmed === 1) return undefined
      // The same again until it is confirmed: codes are counted by it.
      const sub = known?.sub ?? `acc-${randomUUID()}`
      const salt = randomBytes(16).toString('hex')
      run(store, 'DELETE FROM registered_account WHERE email = ?', email)
      const account = { sub, email, name, salt, password: hashed(password, salt) }
      insertRow(store, 'registered_account', account)
      return sub
    },

    /** The address was confirmed by the code that was sent to it. */
    confirm(sub: string) {
      run(store, 'UPDATE registered_account SET is_confirmed = 1 WHERE sub = ?', sub)
    },
  }
}

function toAccount({ sub, email, name, salt, password }: Row): OidcAccount {
  return {
    sub,
    loginId: email,
    isPassword: (typed) => isSame(hashed(typed, salt), password),
    claims: { name, email, email_verified: true, mvno_member: false, staff: false },
  }
}

function hashed(password: string, salt: string) {
  return scryptSync(password, salt, 32).toString('hex')
}
