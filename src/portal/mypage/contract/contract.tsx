import { ContractSheet } from '#portal/mypage/contract/sheet.tsx'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { contractApi } from '#protocol/contract.ts'
import type { Route } from './+types/contract.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const contract = await ask(url, callOf(context)(contractApi.contractGet))
  return { contract, today: pageOf(context).today }
}

const TITLE = 'ご契約内容'

export const meta = mypageMeta(TITLE)

export default function Contract({ loaderData }: Route.ComponentProps) {
  const { contract, today } = loaderData
  return (
    <Frame title={TITLE} printedAt={today}>
      <ContractSheet contract={contract} />
    </Frame>
  )
}
