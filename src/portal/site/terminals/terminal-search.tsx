import { useState } from 'react'
import { useFetcher } from 'react-router'
import { useAddressForm, useFollowQuery } from '#portal/site/follow-query.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Answer } from './verdict-card.tsx'
import { FoundTerminals } from './found-terminals.tsx'
import type { loader } from './results.ts'
import type { TerminalsFound } from './search-terminals.ts'
import { verdictOf } from './verdict.ts'

const PAGE = '/doc/terminallist.html'

/** A plain GET form: without script the page answers it, with script it answers while one types. */
export function TerminalSearch({ first }: { first: TerminalsFound | undefined }) {
  const [given] = useState(first)
  const fetcher = useFetcher<typeof loader>()
  useFollowQuery(fetcher.load, '/doc/terminals', given !== undefined)
  const { form, ask, submit } = useAddressForm(PAGE, toAnswer)
  const found = fetcher.data ?? given
  if (!found) return <Skeleton lines={12} label="端末の一覧を読み込んでいます" />

  return (
    <div>
      <form
        ref={form}
        role="search"
        aria-label="端末を探す"
        method="get"
        action={`${PAGE}#search`}
        onChange={ask}
        onSubmit={submit}
      >
        <div className="device-check" id="search" aria-busy={fetcher.state !== 'idle'}>
          <Field
            name="q"
            type="search"
            label="機種名"
            hint="カタカナ、ひらがな、全角の文字でも探せます。"
            defaultValue={(given ?? found).asked.q}
            maxLength={80}
            autoComplete="off"
            error={found.error}
          />
          <Button>調べる</Button>
        </div>
        <div role="status">
          <Answer found={found} />
        </div>
        <section className="ground">
          <details className="accordion device-list" open={!hasAnswer(found)}>
            <summary>
              <h2 id="list">対応端末の一覧</h2>
            </summary>
            <Filters asked={(given ?? found).asked} makers={found.makers} />
            <FoundTerminals found={found} isBusy={fetcher.state !== 'idle'} />
          </details>
        </section>
      </form>
    </div>
  )
}

/** A device that works needs no list of others: it is folded away. */
function hasAnswer({ meant }: TerminalsFound): boolean {
  return meant !== undefined && verdictOf(meant).kind === 'yes'
}

const sizes = [
  { value: 'nano', label: 'nanoSIM' },
  { value: 'micro', label: 'microSIM' },
  { value: 'standard', label: '標準SIM' },
  { value: 'esim', label: 'eSIM' },
]

function Filters({ asked, makers }: Pick<TerminalsFound, 'asked' | 'makers'>) {
  return (
    <>
      <div className="simulator__pair">
        <Select
          name="maker"
          label="メーカー"
          unchosen="すべて"
          options={makers.map((maker) => ({ value: maker, label: maker }))}
          defaultValue={asked.maker}
        />
        <Select
          name="sim"
          label="SIMの種類"
          unchosen="すべて"
          options={sizes}
          defaultValue={asked.simSize}
        />
      </div>
      <fieldset className="field">
        <legend className="field__label">対応していること</legend>
        <div className="terminals__marks">
          <Checkbox name="esim" value="1" label="eSIM" defaultChecked={asked.esim} />
          <Checkbox name="volte" value="1" label="VoLTE" defaultChecked={asked.volte} />
          <Checkbox
            name="tethering"
            value="1"
            label="テザリング"
            defaultChecked={asked.tethering}
          />
        </div>
      </fieldset>
    </>
  )
}

const toAnswer = (page: Document) => page.getElementById('search')?.scrollIntoView()
