import { BillingPart, DataPart } from './money-and-data.tsx'
import { ContactPart, DevicePart, RecordList } from './history-parts.tsx'
import type { PartLoaded } from './load.ts'
import { LinesPart, OrdersPart, SummaryPart } from './contract-parts.tsx'
import { CallsPart, DailyUsePart, SeenDevicePart } from './secret-parts.tsx'

/** The part that is open, in the words and figures of my page. */
export function PartView({ loaded }: { readonly loaded: PartLoaded }) {
  const { shown, part } = loaded
  if ('refused' in shown) {
    // The line and the days of calls are chosen first; anything else is said as it is.
    if (part === 'calls' && shown.refused.code === 'VALIDATION_FAILED')
      return <CallsPart loaded={loaded} value={undefined} />
    return <p className="panel__body">{shown.refused.message}</p>
  }
  const read = shown.value
  switch (read.part) {
    case 'summary':
      return <SummaryPart value={read.value} />
    case 'lines':
      return <LinesPart value={read.value} />
    case 'orders':
      return <OrdersPart value={read.value} loaded={loaded} />
    case 'billing':
      return <BillingPart value={read.value} />
    case 'data':
      return <DataPart value={read.value} />
    case 'contact':
      return <ContactPart value={read.value} loaded={loaded} />
    case 'device':
      return <DevicePart value={read.value} loaded={loaded} />
    case 'record':
      return <RecordList value={read.value} loaded={loaded} />
    case 'calls':
      return <CallsPart loaded={loaded} value={read.value} />
    case 'dailyUse':
      return <DailyUsePart value={read.value} />
    case 'seenDevice':
      return <SeenDevicePart value={read.value} />
  }
}
