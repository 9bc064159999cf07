import type { ComponentProps, ReactNode } from 'react'
import { ListBody } from '../../app/list-body.tsx'
import { useListSearch } from '../../app/use-list-search.ts'
import { useText } from '../../i18n/language.ts'
import { Card } from '../../ui/card.tsx'
import { SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Props = Pick<ComponentProps<typeof ListBody>, 'query' | 'isEmpty' | 'none'> & {
  title: string
  search: string
  children: ReactNode
}

/** A card with a short list that is searched in the browser. */
export const SettingsList = ({ title, search, children, ...list }: Props) => {
  const text = useText()
  const { onSearch } = useListSearch()
  return (
    <ListBody
      {...list}
      notFound={
        search !== '' && {
          title: text('list.notFound'),
          text: text('list.notFoundText'),
          showAll: text('list.showAll'),
          onShowAll: () => onSearch(''),
        }
      }
      skeleton={<Skeleton lines={5} />}
    >
      <Card title={title}>
        <SimpleList>{children}</SimpleList>
      </Card>
    </ListBody>
  )
}
