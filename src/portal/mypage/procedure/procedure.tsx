import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { isEnded } from '#portal/mypage/shared/is-ended.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { contractApi } from '#protocol/contract.ts'
import { ProcedureList } from './procedure-list.tsx'
import type { Route } from './+types/procedure.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const [contract, { operations }] = await Promise.all([
    ask(url, call(contractApi.contractGet)),
    ask(url, call(contractApi.contractChangeStatusGet)),
  ])
  return { contract, operations }
}

const TITLE = '手続き'

export const meta = mypageMeta(TITLE)

/** Every procedure there is: those that can begin now, and why the others cannot. */
export default function ProcedurePage({ loaderData }: Route.ComponentProps) {
  const { contract, operations } = loaderData
  return (
    <Frame title={TITLE}>
      <ProcedureList operations={operations} isEnded={isEnded(contract)} />
    </Frame>
  )
}
