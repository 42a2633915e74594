import { againAddress } from '#portal/mypage/flow/address.ts'
import { PRESS_PARAMETER, ownAddress } from '#portal/mypage/flow/own-address.ts'
import type { applicationApi } from '#protocol/application.ts'
import { antiForgery } from '#protocol/conventions.ts'
import { attempt } from '#portal/mypage/shared/attempt.ts'
import { holdApi, type Press as SavedPress } from '#protocol/hold.ts'
import { ApiError, type Call } from '#protocol/http.ts'
import type { Proof } from '#vocabulary/proof.ts'

/** A form on its way, by what sends it. */
export type Press = { readonly call: Call; readonly form: FormData }

const isBackForPress = ({ searchParams }: URL) => searchParams.has(PRESS_PARAMETER)

/** Keeps what was typed and pressed while the member proves who they are. @returns where one comes back to. */
export async function keepPress(url: URL, { call, form }: Press, proof: Proof): Promise<string> {
  const back = againAddress(url, 'verified')
  try {
    const press = { proof, ...pressedOn(url, form) }
    const { kept: saved } = await call(holdApi.proofPressPost, { body: press })
    return saved ? `${back}&${PRESS_PARAMETER}=1` : back
  } catch (error) {
    // Without it the member presses once more, as 確認 then says.
    if (error instanceof ApiError) return back
    throw error
  }
}

/** What keeps a press whose login had run out; an order has its own. */
export type Keeper = typeof holdApi.loginPressPost | typeof applicationApi.applicationPressPost

/**
 * Keeps what was typed and pressed while the member logs in anew.
 * @returns where one comes back to, and it goes on; undefined where nobody is known whose it could be
 */
export async function keepOverLogin(
  url: URL,
  { call, form }: Press,
  keeper: Keeper,
): Promise<string | undefined> {
  const body = pressedOn(url, form)
  try {
    const { kept: isSaved } = await call(keeper, { body })
    const back = new URL(body.path, url)
    back.searchParams.set(PRESS_PARAMETER, '1')
    return isSaved ? back.pathname + back.search : undefined
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** As it was pressed. */
const pressedOn = (url: URL, form: FormData) => ({
  path: ownAddress(url.pathname, url.search),
  fields: sentFields(form),
})

/** Without the token, which belongs to one session. */
export const sentFields = (form: FormData): SavedPress['fields'] =>
  [...form].flatMap(([name, value]) =>
    typeof value === 'string' && name !== antiForgery.field ? [{ name, value }] : [],
  )

/** What was pressed on this page before the proof or the login, now that one is back with it. */
export async function loadPress(call: Call, url: URL) {
  if (!isBackForPress(url)) return undefined
  const saved = await attempt(call(holdApi.proofPressGet))
  const press = saved.ok ? saved.value.press : undefined
  return press?.path === ownAddress(url.pathname, url.search) ? press : undefined
}
