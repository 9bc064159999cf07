import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { chooseLanguage, languages, useLanguage, useText } from '../../i18n/language.ts'
import { classNames } from '../../ui/class-names.ts'
import icon from '../../ui/icon.svg'
import styles from './sign-in.module.css'

/** The frame of the pages before the login, with the choice of the language. */
export const SignInFrame = ({ children }: { children: ReactNode }) => {
  const text = useText()
  const { language } = useLanguage()
  return (
    <div className={styles['screen']}>
      <main className={styles['middle']}>{children}</main>
      <footer className={styles['footer']}>
        {languages
          .filter((each) => each !== language)
          .map((each) => (
            <button key={each} type="button" lang={each} onClick={() => void chooseLanguage(each)}>
              {text(`language.${each}`)}
            </button>
          ))}
      </footer>
    </div>
  )
}

type Props = { title: string; text?: ReactNode; isWide?: boolean; children?: ReactNode }

/** The card of a page before the login. */
export const SignInCard = ({ title, text, isWide = false, children }: Props) => {
  const translate = useText()
  useEffect(() => {
    document.title = `${title} • ${translate('app.title')}`
  }, [title, translate])
  return (
    <div className={classNames(styles['card'], isWide && styles['wide'])}>
      <header className={styles['head']}>
        <img className={styles['mark']} src={icon} alt="" />
        <h1>{title}</h1>
        {text && <p className={styles['text']}>{text}</p>}
      </header>
      {children}
    </div>
  )
}
