import type { Context } from 'hono'
import { RefusalError } from '#backend/refusal.ts'
import { antiForgery } from '#protocol/http.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import type { Services } from '../services.ts'
import type { Cookies } from '../session/cookies.ts'

/** A posted form with a file in it, from a signed-in account. @throws RefusalError FORM_UNREADABLE, FORGERY_SUSPECTED */
export async function fileForm(
  c: Context<ServerEnv>,
  { forgery }: Pick<Services, 'forgery'>,
  cookies: Cookies,
  sessionHash: string,
): Promise<FormData> {
  const form = await c.req.raw.formData().catch((cause: unknown) => {
    throw new RefusalError('FORM_UNREADABLE', { cause })
  })
  const isAllowed = forgery.allows({
    method: 'POST',
    origin: c.req.header('origin'),
    fetchSite: c.req.header('sec-fetch-site'),
    sessionHash,
    cookie: cookies.read(c.req.header('cookie'), 'antiForgery'),
    token: textOf(form.get(antiForgery.field)),
  })
  if (!isAllowed) throw new RefusalError('FORGERY_SUSPECTED')
  return form
}

/** Empty where no file was chosen. */
export async function fileIn(form: FormData, name: string): Promise<Uint8Array> {
  const file = form.get(name)
  return file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
}

export const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')
