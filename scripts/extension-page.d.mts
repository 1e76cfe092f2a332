export function extensionPage(readme: string, repository: string, isPublic?: boolean): string;
