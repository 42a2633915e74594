import type { Refusal } from '#vocabulary/refusal.ts'
import { data } from 'react-router'
import { attempt, type Attempted, statusOf } from '#portal/mypage/flow/attempt.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import type { Call } from '#protocol/http.ts'
import { lineApi } from '#protocol/line.ts'
import { switchSpeed } from '#portal/mypage/shared/switch-speed.ts'

export type Act = 'nickname' | 'malware' | 'stop' | 'resume'

/** What an act on the line came to, and what had been typed. */
export type Acted = {
  readonly act: Act
  readonly done: string | undefined
  readonly refused: Refusal | undefined
  readonly typed: string
}

/** Every form of the line's page, told apart by `intent`. */
export async function act(call: Call, url: URL, form: FormData, lineId: string) {
  const idempotencyKey = idempotencyKeyOf(form)
  switch (textOf(form, 'intent')) {
    case 'nickname': {
      const nickname = textOf(form, 'nickname')
      const put = call(lineApi.lineNicknamePut, { body: { lineId, nickname }, idempotencyKey })
      const done =
        nickname.trim() === '' ? '名前を消しました。電話番号で表示します。' : '名前を保存しました。'
      return answer('nickname', await attempt(url, put), done, nickname)
    }
    case 'malware': {
      const on = textOf(form, 'to') === 'on'
      const put = call(lineApi.malwareBlockStatusPut, { body: { lineId, on }, idempotencyKey })
      const done = on
        ? '危険なサイトのブロックをオンにしました。'
        : '危険なサイトのブロックをオフにしました。'
      return answer('malware', await attempt(url, put), done)
    }
    case 'stop': {
      const post = await attempt(
        url,
        call(lineApi.lineSuspensionPost, { body: { lineId }, idempotencyKey }),
      )
      return answer('stop', post, 'value' in post ? post.value.message : '')
    }
    case 'resume': {
      const remove = await attempt(
        url,
        call(lineApi.lineSuspensionDelete, { query: { lineId }, idempotencyKey }),
      )
      return answer('resume', remove, 'value' in remove ? remove.value.message : '')
    }
    default: {
      const speed = await switchSpeed(call, url, form)
      return data({ ...speed.data, acted: undefined }, speed.init ?? undefined)
    }
  }
}

function answer(act: Act, attempted: Attempted<unknown>, done: string, typed = '') {
  const refused = 'refused' in attempted ? attempted.refused : undefined
  const acted: Acted = { act, done: refused ? undefined : done, refused, typed }
  return data({ switched: undefined, acted }, { status: refused ? statusOf(refused) : 200 })
}
