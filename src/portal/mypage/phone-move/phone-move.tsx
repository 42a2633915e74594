import { noteOf } from '#portal/mypage/flow/address.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { actions, outside, type Outcome } from '#portal/mypage/flow/submit.ts'
import { loadPhoneMove } from '#portal/mypage/phone-move/load.ts'
import { phoneOf } from '#portal/mypage/shared/phone.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { identityApi } from '#protocol/identity.ts'
import { phoneMoveApi } from '#protocol/phone-move.ts'
import { pages, phoneMovePage } from '#vocabulary/pages.ts'
import type { Route } from './+types/phone-move.ts'
import { LineStep } from './line-step.tsx'
import { MoveStep } from './move-step.tsx'
import { ProofStep } from './proof-step.tsx'
import { stepOf } from './step-of.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = '新しいスマホに移す'

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const loaded = await loadPhoneMove(callOf(context), url)
  const isClosed = loaded.step === 'line' && loaded.lines.every(({ allowed }) => !allowed)
  return {
    keys: keysOf(context, url),
    note: noteOf(url),
    phone: phoneOf(request),
    loaded,
    isClosed,
  }
}

const toMove = ({ value }: Outcome<{ readonly orderNo: string }>) => phoneMovePage(value.orderNo)
const toOwnMove = ({ form }: Outcome<unknown>) => phoneMovePage(textOf(form, 'orderNo'))

export const action = actions(
  {
    begin: { endpoint: phoneMoveApi.phoneMovePost, to: toMove },
    // On to the reader, another site, among those a form may lead to in the end (CSP).
    chip: { endpoint: identityApi.identityCheckPost, to: outside(({ startUrl }) => startUrl) },
    letter: { endpoint: phoneMoveApi.phoneMoveLetterPost, to: toOwnMove },
    switch: { endpoint: phoneMoveApi.phoneMoveSwitchPost, to: toOwnMove },
    back: { endpoint: phoneMoveApi.phoneMoveRollBackPost, to: toOwnMove },
    withdraw: { endpoint: phoneMoveApi.phoneMoveWithdrawPost, to: toOwnMove },
  },
  'begin',
)

export const meta = mypageMeta(title)

const steps = ['回線と機種', 'ご本人の確認', '読み取り', '切り替え']

export default function PhoneMove({ loaderData, actionData }: Route.ComponentProps) {
  const { loaded, keys, note, phone } = loaderData
  const way = [pages.procedures]
  if (loaded.step === 'line')
    return (
      <Frame title={title} way={way} step={loaderData.isClosed ? undefined : 0} steps={steps}>
        <LineStep {...loaded} draft={keys.draft} />
      </Frame>
    )
  if (loaded.step === 'proof')
    return (
      <Frame title={title} way={way} step={1} steps={steps}>
        <ProofStep {...loaded} {...actionData} keys={keys} note={note} />
      </Frame>
    )
  const { move } = loaded
  return (
    <Frame
      title={title}
      way={way}
      step={stepOf(move)}
      steps={steps}
      isFilling={move.works === 'before'}
    >
      <MoveStep
        move={move}
        code={'code' in loaded ? loaded.code : undefined}
        codeRefused={'refused' in loaded ? loaded.refused : undefined}
        phone={phone}
        keys={keys}
        stayed={actionData}
      />
    </Frame>
  )
}
