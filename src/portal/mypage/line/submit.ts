import type { Refusal } from '#vocabulary/refusal.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import { data } from 'react-router'
import { statusOf, type Attempted } from '#portal/mypage/flow/attempt.ts'
import { textOf } from '#portal/mypage/flow/keys.ts'
import { send } from '#portal/mypage/flow/submit.ts'
import type { Call } from '#protocol/http.ts'
import { lineApi } from '#protocol/line.ts'
import { switchSpeed } from '#portal/mypage/shared/switch-speed.ts'

export type Act = 'nickname' | 'malware' | 'stop' | 'resume'

/** What an act on the line came to, and what had been typed. */
export type Acted = {
  readonly act: Act
  readonly done: string | undefined
  readonly refused: Refusal<ErrorCode> | undefined
  readonly typed: string
}

/** Every form of the line's page, told apart by `intent`; the line is the page's own. */
export async function actOnLine(call: Call, url: URL, form: FormData, lineId: string) {
  form.set('lineId', lineId)
  switch (textOf(form, 'intent')) {
    case 'nickname': {
      const nickname = textOf(form, 'nickname')
      const done =
        nickname.trim() === '' ? '名前を消しました。電話番号で表示します。' : '名前を保存しました。'
      const put = await send(call, url, lineApi.lineNicknamePut, form)
      return answer('nickname', put, () => done, nickname)
    }
    case 'malware':
      return answer('malware', await send(call, url, lineApi.malwareBlockStatusPut, form), blocked)
    case 'stop':
      return answer('stop', await send(call, url, lineApi.lineSuspensionPost, form), said)
    case 'resume':
      return answer('resume', await send(call, url, lineApi.lineSuspensionDelete, form), said)
    default: {
      const speed = await switchSpeed(call, url, form)
      return data({ ...speed.data, acted: undefined }, speed.init ?? undefined)
    }
  }
}

const blocked = ({ on }: { readonly on: boolean }) =>
  `危険なサイトのブロックを${on ? 'オン' : 'オフ'}にしました。`
const said = ({ message }: { readonly message: string }) => message

function answer<Value>(
  act: Act,
  attempted: Attempted<Value>,
  wordsOf: (value: Value) => string,
  typed = '',
) {
  const isRefused = 'refused' in attempted
  const refused = isRefused ? attempted.refused : undefined
  const done = isRefused ? undefined : wordsOf(attempted.value)
  const acted: Acted = { act, done, refused, typed }
  return data({ switched: undefined, acted }, { status: refused ? statusOf(refused) : 200 })
}
