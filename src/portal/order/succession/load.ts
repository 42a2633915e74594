import { redirect, type RouterContextProvider } from 'react-router'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadPress } from '#portal/mypage/flow/keep-press.ts'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { callOf } from '#portal/request.ts'
import { successionApi } from '#protocol/succession.ts'
import { successionPages } from '#vocabulary/site-pages.ts'

/** What one of the forms begins with. Who is not signed in goes through the login and back. */
export async function loadSuccession(context: Readonly<RouterContextProvider>, url: URL) {
  const call = callOf(context)
  const succession = await ask(url, call(successionApi.successionGet))
  return { succession, press: await loadPress(call, url), keys: freshKeysOf(context) }
}

/** As `loadSuccession`, for forms that go on with one: its beginning is the contract. */
export async function loadDraft(context: Readonly<RouterContextProvider>, url: URL) {
  const loaded = await loadSuccession(context, url)
  if (loaded.succession.state !== 'draft') throw redirect(successionPages.apply)
  return loaded
}
