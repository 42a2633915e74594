import { Card, CardGrid, LinkList } from '#ui/card.tsx'
import { groupNames, placesFor, type PlaceGroup, type Standing } from '../places.ts'

const groups: readonly PlaceGroup[] = ['data', 'contract', 'procedure', 'payment', 'account']

/** The way to everything there is, by subject; 解約・転出 among them in plain sight. */
export function Entrances({ standing }: { readonly standing: Standing }) {
  const places = placesFor(standing)
  return (
    <CardGrid>
      {groups.map((group) => {
        const entries = places.filter((place) => place.group === group)
        return entries.length === 0 ? null : (
          <Card key={group}>
            <h3>{groupNames[group]}</h3>
            <LinkList entries={entries} />
          </Card>
        )
      })}
    </CardGrid>
  )
}
