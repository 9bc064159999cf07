import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/language.ts'
import { Tabs } from '../../ui/tabs.tsx'

const tabs = [
  ['/books', 'books.overview'],
  ['/books/incomes', 'books.list.incomes'],
  ['/books/expenses', 'books.list.expenses'],
  ['/books/recurring', 'books.recurring'],
  ['/books/due', 'books.due'],
] as const

/** The screens of the books. */
export const BooksTabs = () => {
  const text = useText()
  return (
    <Tabs label={text('area.books')}>
      {tabs.map(([to, label]) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          {text(label)}
        </Link>
      ))}
    </Tabs>
  )
}
