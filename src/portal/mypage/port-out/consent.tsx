import { data } from 'react-router'
import { attempt, statusOf } from '#portal/mypage/flow/attempt.ts'
import { noteOf } from '#portal/mypage/flow/address.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { ConsentDone, ConsentSheet } from '#portal/mypage/port-out/consent-sheet.tsx'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { portOutApi } from '#protocol/port-out.ts'
import type { Route } from './+types/consent.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

/** One-stop: the receiving carrier sends the member here with a token that counts once. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const keys = keysOf(context, url)
  const query = {
    token: url.searchParams.get('token') ?? '',
    returnUrl: url.searchParams.get('return_url') ?? '',
  }
  const answer = await attempt(url, callOf(context)(portOutApi.portOutOneStopGet, { query }))
  if ('value' in answer) {
    const { consented } = answer.value
    // Read anew or come back to after the consent: what was accepted, and the way on.
    if (consented) return { step: 'done', consented } as const
    const request = answer.value
    return { step: 'confirm', request, handOff: query, keys, note: noteOf(url) } as const
  }
  const refused =
    answer.refused.code === 'VALIDATION_FAILED'
      ? { ...answer.refused, message: INCOMPLETE, fields: {} }
      : answer.refused
  return data({ step: 'refused', refused } as const, { status: statusOf(refused) })
}

const INCOMPLETE =
  '移転先の会社からの情報が足りないため、続けられません。移転先の申し込み画面からやり直してください。'

export const action = actions(
  {
    consent: {
      endpoint: portOutApi.portOutOneStopPost,
      to: ({ url }) => url.pathname + url.search,
    },
  },
  'consent',
)

const TITLE = 'MNP転出への同意'

export const meta = mypageMeta(TITLE)

export default function Consent({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.step === 'done')
    return (
      <Frame title={TITLE} step={1} steps={['確認', '同意の完了']}>
        <ConsentDone {...loaderData.consented} />
      </Frame>
    )
  if (loaderData.step === 'refused')
    return (
      <Frame title={TITLE}>
        <RefusalNotice title="この転出の手続きは続けられません" reason={loaderData.refused} />
      </Frame>
    )
  return (
    <Frame
      title={TITLE}
      step={0}
      steps={['確認', '同意の完了']}
      printedAt={loaderData.request.asOf}
    >
      <ConsentSheet {...loaderData} {...actionData} />
    </Frame>
  )
}
