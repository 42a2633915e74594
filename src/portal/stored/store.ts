import { clear, createStore, del, entries, get, set } from 'idb-keyval'
import { isStillReadable } from '#vocabulary/stored-figures.ts'
import { shapes, type Dated, type Stored, type StoredName } from './figures.ts'
import { loginKey, type LoginKey } from './login-key.ts'

// In IndexedDB a row for each name: who may open it, and bytes. Whatever fails here (a private window, a full phone, a store
// that was cleared under us) costs nothing but the figures out of reach of the network.

type Row = {
  readonly by: string
  readonly storedAtMs: number
  readonly iv: BufferSource
  readonly sealed: BufferSource
}

let opened: ReturnType<typeof createStore> | undefined
const rows = () => (opened ??= createStore('stored', 'rows'))

/** Set without a login: says nothing of anybody. */
const LEFT = 'left'

/** Keeps figures of this login in place of the last ones; `undefined` takes these away. */
export async function keep<Name extends StoredName>(
  name: Name,
  figures: Stored[Name] | undefined,
  at: string,
): Promise<void> {
  try {
    const login = await loginKey()
    if (login === undefined || figures === undefined) return await del(name, rows())
    await set(name, await seal(login, name, { figures, at, storedAtMs: Date.now() }), rows())
  } catch {
    // The last figures stay, with their time.
  }
}

/** The last figures of this login; undefined where there are none that may be read. */
export async function read<Name extends StoredName>(
  name: Name,
): Promise<Dated<Stored[Name]> | undefined> {
  const dated = await open(name)
  return dated?.shape === shapes[name] ? dated : undefined
}

/**
 * Takes away what this login asked for in a version of the app with another shape: nobody can send it any more.
 * @returns whether there was any, so that it is said
 */
export async function takeUnsendable(): Promise<boolean> {
  const dated = await open('asked')
  if (dated === undefined || dated.shape === shapes.asked) return false
  await keep('asked', undefined, '')
  return true
}

/** Takes away what this login cannot or may not read: another's, and what is too old. */
export async function tidy(): Promise<void> {
  try {
    const login = await loginKey()
    const now = Date.now()
    for (const [name, row] of await entries<string, Row>(rows()))
      if (name !== LEFT && !(row.by === login?.id && isStillReadable(row.storedAtMs, now)))
        await del(name, rows())
  } catch {
    // It is not readable, only still there.
  }
}

/** Takes everything away. */
export async function forget(): Promise<void> {
  try {
    await clear(rows())
  } catch {
    indexedDB.deleteDatabase('stored')
  }
}

/** Notes that the member has logged out without the network: the login at the portal is yet to be ended. */
export const noteLeft = (): Promise<void> => set(LEFT, true, rows()).catch(() => undefined)

/** Asked by the worker at every page of my page. */
export const hasLeft = (): Promise<boolean> =>
  get<boolean>(LEFT, rows()).then(
    (left) => left === true,
    () => false,
  )

async function seal({ key, id }: LoginKey, name: StoredName, dated: Dated<unknown>): Promise<Row> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify({ shape: shapes[name], ...dated }))
  const sealed = await crypto.subtle.encrypt(algorithm(iv, name), key, text)
  return { by: id, storedAtMs: dated.storedAtMs, iv, sealed }
}

/** What lies under a name for this login, of whichever version; undefined where there is nothing that may be read. */
async function open<Name extends StoredName>(
  name: Name,
): Promise<(Dated<Stored[Name]> & { readonly shape: number }) | undefined> {
  try {
    const [login, row] = await Promise.all([loginKey(), get<Row>(name, rows())])
    if (login === undefined || row?.by !== login.id) return undefined
    const { iv, sealed } = row
    const text = await crypto.subtle.decrypt(algorithm(iv, name), login.key, sealed)
    // Sealed by ourselves under this login's key: nobody else can have written it.
    const dated: Dated<Stored[Name]> & { shape: number } = JSON.parse(
      new TextDecoder().decode(text),
    )
    return isStillReadable(dated.storedAtMs, Date.now()) ? dated : undefined
  } catch {
    return undefined
  }
}

/** The name is bound in: a row cannot be put in another's place. */
const algorithm = (iv: BufferSource, name: StoredName) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(name),
})
