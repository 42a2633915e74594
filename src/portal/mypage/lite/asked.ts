import { pages } from '#vocabulary/pages.ts'
/** What the address of the page asks for; anything else is the page itself. */
export type Asked =
  | { readonly view: 'main'; readonly done: DoneAct | undefined }
  | { readonly view: 'packs'; readonly isUnchosen: boolean }
  | { readonly view: 'pack'; readonly packId: string }
  | { readonly view: 'stop'; readonly lineId: string }

export const path = pages.lite

/** The value of `topup` in the form itself: without a pack beside it, nothing was chosen. */
export const CHOICE = 'choice'

/** What has just been done, said once at the head of the page. */
export const doneWords = {
  speed: '高速データ通信の切り替えを受け付けました。数秒で切り替わります。',
  topup: 'データをチャージしました。すぐにお使いいただけます。',
  stop: '回線を止めました。数秒で通話・SMS・データ通信ができなくなります。',
  resume: '回線を再開しました。数秒で使えるようになります。',
} as const

export type DoneAct = keyof typeof doneWords

export const isAct = (text: string): text is DoneAct => Object.hasOwn(doneWords, text)

export function readAsked({ searchParams }: URL): Asked {
  const packId = searchParams.get('packId')
  if (packId) return { view: 'pack', packId }
  const topUp = searchParams.get('topup')
  if (topUp !== null) return { view: 'packs', isUnchosen: topUp === CHOICE }
  const lineId = searchParams.get('stop')
  if (lineId) return { view: 'stop', lineId }
  const done = searchParams.get('done') ?? ''
  return { view: 'main', done: isAct(done) ? done : undefined }
}
