export function extensionPage(
  markdown: string,
  repository: string,
  folder?: string,
  isPublic?: boolean,
): string;
