import type { ReactNode } from 'react'
import { DoneSheet, isTakenBack, undoSteps, type Done } from '#portal/mypage/flow/done.tsx'
import { Frame, type FrameProps } from '#portal/mypage/flow/frame.tsx'
import { pageMeta } from '#portal/page-setting.ts'

export type Titles = {
  readonly input: string
  readonly confirm: string
  readonly undo?: string
  readonly done: string
}

/** What a loader of a procedure says of its step. */
export type AtStep = {
  readonly step: string
  readonly asOf?: string
  readonly done?: Done
  /** Nothing can be begun here now: no step is taken where all there is to read is why not. */
  readonly isClosed?: boolean
}

/** Title, steps and the moment to print for the current step: of the procedure, or of its undoing, which has two. */
function stepFrame(titles: Titles, { step, asOf, done }: AtStep) {
  const isUndone = done !== undefined && isTakenBack(done)
  const undo = titles.undo ?? titles.done
  switch (step) {
    case 'confirm':
      return { title: titles.confirm, step: 1, printedAt: asOf }
    case 'undo':
      return { title: undo, step: 0, steps: undoSteps }
    case 'done':
      return {
        title: isUndone ? undo : titles.done,
        printedAt: done?.receipt.acceptedAt ?? asOf,
        ...(isUndone ? { step: 1, steps: undoSteps } : { step: 2 }),
      }
    default:
      return { title: titles.input, step: 0 }
  }
}

/** `meta` of a procedure: each step is a page with a title of its own. */
export const procedureMeta =
  (titles: Titles) =>
  ({ loaderData }: { readonly loaderData: AtStep | undefined }) =>
    pageMeta({ title: stepFrame(titles, loaderData ?? { step: 'input' }).title, noindex: true })

type ProcedurePageProps = Pick<FrameProps, 'way' | 'steps'> & {
  readonly titles: Titles
  readonly loaded: AtStep
  readonly children: ReactNode
}

/** The shell of 入力 → 確認 → 完了; 完了 shows the receipt, and `children` above it where there is more to say. */
export function ProcedurePage(props: ProcedurePageProps) {
  const { titles, loaded, children, ...frame } = props
  const at = stepFrame(titles, loaded)
  return (
    <Frame {...frame} {...at} step={loaded.isClosed === true ? undefined : at.step}>
      {loaded.done === undefined ? children : <DoneSheet done={loaded.done}>{children}</DoneSheet>}
    </Frame>
  )
}
