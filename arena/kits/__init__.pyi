from .kit import Language, languages, texts_of

__all__ = ["Language", "languages", "texts_of"]
