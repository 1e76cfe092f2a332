/** The extension's version. */
declare const VERSION: string;
