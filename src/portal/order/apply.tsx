import type { ReactNode } from 'react'
import { pageMeta, type PageHandle } from '#portal/page-setting.ts'
import type { ApplicationStep } from '#vocabulary/application.ts'
import { actOnStep } from './act.ts'
import { progressOf } from './chapters.ts'
import type { StepProps } from './frame.tsx'
import { loadStep, type AtStep } from './load.ts'
import { AccountStep, SignInAgain } from './steps/account.tsx'
import { CardStep } from './steps/card.tsx'
import { ConfirmStep } from './steps/confirm.tsx'
import { HolderStep } from './steps/holder.tsx'
import { IdentityStep } from './steps/identity.tsx'
import { KindStep } from './steps/kind.tsx'
import { NumberStep } from './steps/number.tsx'
import { OptionsStep } from './steps/options.tsx'
import { PlanStep } from './steps/plan.tsx'
import { SimStep } from './steps/sim.tsx'
import { TermsStep } from './steps/terms.tsx'
import { UserStep } from './steps/user.tsx'
import type { Route } from './+types/apply.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

/** One question and nothing beside it: the provider's own strips wait until it is answered. */
export const handle: PageHandle = { page: { isDmmHeader: false, isDmmFooter: false } }

export const loader = ({ context, url, params }: Route.LoaderArgs) =>
  loadStep(context, url, params['*'])

export const action = actOnStep

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: titleOf(loaderData), noindex: true })
}

/** 「1回線目：電話番号（3／9）」 */
function titleOf(at: AtStep | undefined) {
  if (at === undefined) return 'お申し込み'
  const { chapters, current, label } = progressOf(at.application.steps, at.place)
  const name = chapters[current]?.name ?? ''
  return `${name === label ? name : `${name}：${label}`}（${current + 1}／${chapters.length}）お申し込み`
}

const screens: Readonly<Record<ApplicationStep, (props: StepProps) => ReactNode>> = {
  plan: PlanStep,
  kind: KindStep,
  sim: SimStep,
  number: NumberStep,
  user: UserStep,
  options: OptionsStep,
  account: AccountStep,
  holder: HolderStep,
  identity: IdentityStep,
  card: CardStep,
  terms: TermsStep,
  confirm: ConfirmStep,
}

export default function Apply({ loaderData, actionData }: Route.ComponentProps) {
  const { application, place, savedPress } = loaderData
  // What was typed and could not be saved stays in its form, whichever account is signed in.
  const isHidden = application.account.signInAgain && actionData === undefined
  const Screen = isHidden ? SignInAgain : screens[place.step]
  return <Screen at={loaderData} stayed={actionData ?? savedPress} />
}
