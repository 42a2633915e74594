import { entranceTo } from '#portal/mypage/entrances.ts'
import { pages } from '#vocabulary/pages.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { brand } from '#brand'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Page } from '#ui/layout.tsx'
import { PrintHeader } from '#ui/print-header.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { StepRing } from '#ui/step-ring.tsx'

/** The steps of a procedure share one path, so the heading takes the focus when the step changes. */
function useFocusOnStep(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current === title) return
    shown.current = title
    heading.current?.focus({ preventScroll: true })
  }, [title])
  return heading
}

type Crumb = { readonly href: string; readonly label: string }

const mypage: Crumb = { href: pages.top, label: 'マイページ' }

export type FrameProps = {
  readonly title: string
  /** Between my page and here: entrances by their address, other pages with their label. */
  readonly way?: readonly (string | Crumb)[] | undefined
  /** Of 入力・確認・完了, counted from 0; absent on pages that are no procedure. */
  readonly step?: number | undefined
  readonly steps?: readonly string[] | undefined
  /** The last step is one to take too: nothing is done yet when one is at it. */
  readonly isFilling?: boolean
  /** Set on pages made to be kept: when they were true. */
  readonly printedAt?: string | undefined
  readonly children: ReactNode
}

const toCrumb = (one: string | Crumb) => (typeof one === 'string' ? entranceTo(one) : one)

/** Heading and progress of a page of my page's procedures. */
export function Frame({
  title,
  way = [],
  step,
  steps,
  isFilling = false,
  printedAt,
  children,
}: FrameProps) {
  const heading = useFocusOnStep(title)
  return (
    <Page>
      {printedAt === undefined ? null : (
        <PrintHeader name={brand.service} title={title} printedAt={printedAt} />
      )}
      <Breadcrumb way={[mypage, ...way.map(toCrumb)]} here={title} />
      <div className="flow-head">
        <h1 ref={heading} tabIndex={-1}>
          <Sentence>{title}</Sentence>
        </h1>
        {step === undefined ? null : (
          <StepRing current={step} steps={steps} isFilling={isFilling} />
        )}
      </div>
      {children}
    </Page>
  )
}
